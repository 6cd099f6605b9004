import { assertArgument, assertOptions, withInheritedOptions } from '../codex/options/assert-options.js';
import type { AnswerOf } from '../run/app-server/open.js';
import { THREAD_ID } from '../run/app-server/option-tables.js';
import type { SchemaInput } from '../run/schema-input.js';
import type { AgentOptions } from './agent-options.js';
import { AgentSession } from './agent-session.js';
import { AGENT_OPTION_VALIDATORS } from './option-table.js';
import { prepareSession } from './prepare-session.js';
import { type Capability, UnifiedExec } from './tools/capability.js';
import { createToolSet, type ToolSet } from './tools/tool-set.js';

/**
 * codex with exactly the tools that it is given, and a host that decides about their calls.
 *
 * An agent is a description: nothing runs before `start`, and any number of tasks may be started from it.
 */
export class Agent<const S extends SchemaInput | null = null> {
  readonly #options: AgentOptions<S>;
  readonly #capabilities: readonly Capability[];
  readonly #tools: ToolSet;

  /**
   * @throws {TypeError} if an option is none, and for tools that cannot be: a name that is taken or is none, an input schema that is
   *   none of an object
   */
  constructor(options: AgentOptions<S> = {}) {
    assertOptions('new Agent()', options, AGENT_OPTION_VALIDATORS);
    this.#options = withInheritedOptions<AgentOptions<S>>(options, AGENT_OPTION_VALIDATORS);
    this.#capabilities = options.capabilities ?? [new UnifiedExec()];
    const ofCapabilities = this.#capabilities.flatMap((capability) => capability.tools());
    this.#tools = createToolSet([...ofCapabilities, ...(options.tools ?? [])]);
  }

  /**
   * A task with a thread of its own. A codex that is missing or cannot be told of these tools is the outcome
   * of its turns.
   *
   * @throws {WorkspaceError} for a manifest that cannot be made
   */
  start(): Promise<AgentSession<AnswerOf<S>>> {
    return this.#begin(null);
  }

  /**
   * A task that goes on with a thread of this CODEX_HOME. codex remembers the function tools that the thread
   * was started with; calls of those that this agent does not have are declined.
   *
   * @throws {WorkspaceError} for a manifest that cannot be made
   */
  async resume(threadId: string): Promise<AgentSession<AnswerOf<S>>> {
    assertArgument('resume()', 'the thread id', threadId, THREAD_ID);
    return this.#begin(threadId);
  }

  async #begin(resumed: string | null): Promise<AgentSession<AnswerOf<S>>> {
    const prepared = await prepareSession(this.#options, this.#capabilities, this.#tools);
    return new AgentSession({ options: this.#options, tools: this.#tools, prepared, resumed });
  }
}

import { assertArgument, assertOptions, withInheritedOptions } from '../codex/options/assert-options.js';
import type { SchemaInput } from '../run/schema-input.js';
import type { AnswerOf } from '../run/threads/open.js';
import { THREAD_ID } from '../run/threads/option-tables.js';
import { AGENT_OPTION_VALIDATORS, type AgentOptions } from './agent-options.js';
import { AgentSession } from './agent-session.js';
import { prepareSession } from './prepare-session.js';
import { type Capability, UnifiedExec } from './tools/capability.js';
import { createToolSet, type ToolSet } from './tools/tool-set.js';

/**
 * codex with exactly the tools that it is given, and a host that decides about their calls.
 *
 * An agent is a description: nothing runs before `start`, and any number of sessions can be started from it.
 */
export class Agent<const S extends SchemaInput | null = null> {
  readonly #options: AgentOptions<S>;
  readonly #capabilities: readonly Capability[];
  readonly #tools: ToolSet;

  /**
   * @throws {TypeError} if an option is unknown or invalid, or if a tool has an invalid name, the name of another
   *   tool, or an input schema that does not describe an object
   */
  constructor(options: AgentOptions<S> = {}) {
    assertOptions('new Agent()', options, AGENT_OPTION_VALIDATORS);
    this.#options = withInheritedOptions<AgentOptions<S>>(options, AGENT_OPTION_VALIDATORS);
    this.#capabilities = options.capabilities ?? [new UnifiedExec()];
    const capabilityTools = this.#capabilities.flatMap((capability) => capability.tools());
    this.#tools = createToolSet([...capabilityTools, ...(options.tools ?? [])]);
  }

  /**
   * Starts a session with a new thread. If codex is missing, or cannot restrict itself to these tools, each turn
   * of the session ends with that outcome.
   *
   * @throws {WorkspaceError} if the manifest cannot be written
   */
  start(): Promise<AgentSession<AnswerOf<S>>> {
    return this.#begin(null);
  }

  /**
   * Starts a session that continues a thread of this CODEX_HOME. codex remembers the function tools that the
   * thread was started with; calls of tools that this agent does not have are declined.
   *
   * @throws {WorkspaceError} if the manifest cannot be written
   */
  async resume(threadId: string): Promise<AgentSession<AnswerOf<S>>> {
    assertArgument('resume()', 'the thread id', threadId, THREAD_ID);
    return this.#begin(threadId);
  }

  async #begin(resumedThreadId: string | null): Promise<AgentSession<AnswerOf<S>>> {
    const prepared = await prepareSession(this.#options, this.#capabilities, this.#tools);
    return new AgentSession({ options: this.#options, tools: this.#tools, prepared, resumedThreadId });
  }
}

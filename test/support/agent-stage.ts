import type { TestContext } from 'vitest';
import { Agent } from '../../src/agent/agent.js';
import type { AgentOptions } from '../../src/agent/agent-options.js';
import type { AgentSession } from '../../src/agent/agent-session.js';
import type { JsonObject, JsonValue } from '../../src/json/value.js';
import { completed, message } from '../../src/rehearsal/replies.js';
import type { OutputItem, ResponsesScript } from '../../src/rehearsal/responses-script.js';
import { sequence } from '../../src/rehearsal/responses-script.js';
import type { SchemaInput } from '../../src/run/schema-input.js';
import type { AnswerOf } from '../../src/run/threads/open.js';
import { NAME_SCHEMA, type Stage } from './real-codex.js';
import { ADA, stageFor } from './run-on-stage.js';

/** Tool calls in one response, then the answer. */
export function callsThenAnswer(...items: readonly OutputItem[]): ResponsesScript {
  return sequence('calls', completed(...items), completed(message(ADA)));
}

/** A patch in codex's own language, as the model calls it. */
export function patchCall(patch: string): OutputItem {
  const item = {
    type: 'custom_tool_call',
    id: 'ctc_0',
    call_id: 'call_patch',
    name: 'apply_patch',
    input: patch,
  };
  return { kind: 'raw', item };
}

/** A session of the real codex on a stage of its own; all is gone when the test has ended. */
export async function sessionFor<const S extends SchemaInput | null = typeof NAME_SCHEMA>(
  context: Pick<TestContext, 'onTestFinished'>,
  script: ResponsesScript,
  options: AgentOptions<S> = {},
): Promise<{ stage: Stage; agent: Agent<S>; session: AgentSession<AnswerOf<S>> }> {
  const stage = await stageFor(context, script);
  const agent = agentOn(stage, options);
  const session = await agent.start();
  // Callbacks run last to first: the server goes before its CODEX_HOME does.
  context.onTestFinished(() => session.close());
  return { stage, agent, session };
}

export function agentOn<const S extends SchemaInput | null = typeof NAME_SCHEMA>(
  stage: Stage,
  options: AgentOptions<S> = {},
): Agent<S> {
  const { cwd = stage.cwd, env = {}, codexPath = '', config = [] } = stage.runOptions;
  return new Agent<S>({
    schema: NAME_SCHEMA as unknown as S & {},
    // Not every machine that runs the tests can make a sandbox.
    sandbox: 'danger-full-access',
    cwd,
    codexPath,
    ...options,
    env: { ...env, ...options.env },
    config: [...config, ...(options.config ?? [])],
  });
}

/** The tools that a model request offers, the nested ones of code mode among them. */
export function toolsOffered(request: JsonObject | undefined): string[] {
  const offered: string[] = [];
  const collect = (tools: unknown, prefix: string): void => {
    for (const tool of (tools ?? []) as {
      type: string;
      name?: string;
      description?: string;
      tools?: unknown;
    }[]) {
      const { type, name = type, description = '' } = tool;
      if (type === 'namespace') collect(tool.tools, name === 'functions' ? '' : `${name}.`);
      else offered.push(`${prefix}${name}`, ...nested(name, description));
    }
  };
  collect(request?.['tools'], '');
  for (const item of (request?.['input'] ?? []) as { type?: string; tools?: unknown }[]) {
    if (item.type === 'additional_tools') collect(item.tools, '');
  }
  return offered;
}

function nested(name: string, description: string): string[] {
  return name === 'exec' ? [...description.matchAll(/^### `([^`]+)`/gm)].map(([, inner]) => inner ?? '') : [];
}

/** What the model got back for its calls, as text. */
export function resultsIn(request: JsonObject | undefined): string[] {
  const input = (request?.['input'] ?? []) as { type?: string; output?: JsonValue }[];
  return input
    .filter(({ type }) => type === 'function_call_output' || type === 'custom_tool_call_output')
    .map(({ output }) => (typeof output === 'string' ? output : JSON.stringify(output)));
}

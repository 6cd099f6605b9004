import type { TestContext } from 'vitest';
import type { RehearsalOptions } from '../../src/rehearsal/rehearsal.js';
import type { ResponsesScript } from '../../src/rehearsal/responses-script.js';
import { type AppServerClient, openAppServer } from '../../src/run/threads/open.js';
import type { AppServerOptions } from '../../src/run/threads/options.js';
import type { Stage } from './real-codex.js';
import { stageFor } from './run-on-stage.js';

/** The real app server on a stage of its own; both are gone when the test has ended. */
export async function appServerFor(
  context: Pick<TestContext, 'onTestFinished'>,
  script: ResponsesScript,
  options: AppServerOptions & Pick<RehearsalOptions, 'thread'> = {},
): Promise<{ stage: Stage; server: AppServerClient }> {
  const { thread, ...rest } = options;
  const stage = await stageFor(context, script, thread === undefined ? {} : { thread });
  const { cwd = stage.cwd, env = {}, codexPath = '', config = [] } = stage.runOptions;
  const server = openAppServer({
    cwd,
    codexPath,
    ...rest,
    env: { ...env, ...rest.env },
    config: [...config, ...(rest.config ?? [])],
  });
  // Callbacks run last to first: the server goes before its CODEX_HOME does.
  context.onTestFinished(() => server.close());
  return { stage, server };
}

/** The schema that a model request carried; undefined where it had none. */
export function schemaIn(request: Readonly<Record<string, unknown>> | undefined): unknown {
  return (request?.['text'] as { format?: { schema?: unknown } } | undefined)?.format?.schema;
}

/** What a model request said, one `role: text` (or `type name: output`) each, oldest first. */
export function saidIn(request: Readonly<Record<string, unknown>> | undefined): string[] {
  type Said = {
    type?: string;
    role?: string;
    name?: string;
    namespace?: string;
    output?: string;
    content?: { text?: string }[];
  };
  const input = (request?.['input'] ?? []) as Said[];
  return input.flatMap((item) => {
    if (item.type === 'function_call_output')
      return [`output ${item.namespace} ${item.name}: ${item.output}`];
    return (item.content ?? []).map((part) => `${item.role}: ${part.text ?? ''}`);
  });
}

import type { TestContext } from 'vitest';
import { exec } from '../../src/codex/builders.js';
import type { JsonObject } from '../../src/json/value.js';
import type { Outcome } from '../../src/outcome/outcome.js';
import type { RehearsalOptions } from '../../src/rehearsal/rehearsal.js';
import type { ResponsesScript } from '../../src/rehearsal/responses-script.js';
import { run } from '../../src/run/run.js';
import { NAME_SCHEMA, openStage, type Stage } from './real-codex.js';

export const ADA = { name: 'Ada Lovelace' };
export const PROMPT = "Extract the name: Hi, I'm Ada Lovelace.";

/** A stage that is gone when the test has ended, also among concurrent tests. */
export async function stageFor(
  context: Pick<TestContext, 'onTestFinished'>,
  script: ResponsesScript,
  extra: Pick<RehearsalOptions, 'thread'> = {},
): Promise<Stage> {
  const stage = await openStage(script, extra);
  context.onTestFinished(() => stage.close());
  return stage;
}

/** One run of the library with the real codex; `config` are more `-c` overrides. */
export async function runScript(
  context: Pick<TestContext, 'onTestFinished'>,
  script: ResponsesScript,
  ...config: readonly string[]
): Promise<Outcome<unknown>> {
  const { runOptions } = await stageFor(context, script);
  return run(exec(PROMPT), NAME_SCHEMA, {
    ...runOptions,
    config: [...(runOptions.config ?? []), ...config],
  });
}

/** The texts of all user messages of a model request, oldest first. */
export function userTexts(request: JsonObject | undefined): string[] {
  const input = (request?.['input'] ?? []) as { role?: string; content?: { text?: string }[] }[];
  return input
    .filter((item) => item.role === 'user')
    .flatMap((item) => (item.content ?? []).map((part) => part.text ?? ''));
}

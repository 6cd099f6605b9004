import type { CodexOptions } from '../codex/command.js';
import { jsonText } from '../json/exact.js';
import type { JsonObject, JsonValue } from '../json/value.js';
import { createPrivateHome } from './private-home.js';
import { startProvider } from './provider.js';
import { rehearsalConfig, rehearsalEnv, rehearsalOptions } from './rehearsal-settings.js';
import type { ResponsesScript } from './responses-script.js';
import { sampleValue } from './sample.js';
import { scripts } from './scripts.js';
import { seedThread } from './seed-thread.js';

/** Options of {@link startRehearsal}. */
export interface RehearsalOptions {
  /** The schema that codex is sent. A sample of it is the answer, unless `answer` or `script` is given. */
  readonly wireSchema: JsonValue;
  /** Whether a generated wire value is valid; only a valid sample is sent. */
  readonly validate: (wireValue: JsonValue) => boolean;
  /** The wire value to answer with. Default: a sample. */
  readonly answer?: JsonValue;
  /** Answers all requests, instead of `answer` and a sample. */
  readonly script?: ResponsesScript;
  /** The seed of the sample; the same seed gives the same sample. Default 1. */
  readonly seed?: number;
  /** Keep requests for `requests()`; false saves memory for a rehearsal with many. Default true. */
  readonly keepRequests?: boolean;
  /** A thread to create in the private CODEX_HOME for `resume` or `fork`; its id must be a UUID. */
  readonly thread?: { readonly id: string; readonly cwd: string };
}

export { AnswersBySchema } from './answers-by-schema.js';

/**
 * A rehearsal: the real codex runs against an embedded provider, without key, network or tokens, and without reading
 * or writing any file of the user's codex.
 */
export interface Rehearsal extends AsyncDisposable {
  /** Variables to set for codex; `undefined` unsets one. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The `-c` overrides that `optionsFor` adds after the user's own, so that they win. */
  readonly config: readonly string[];
  /** Returns the options for codex in this rehearsal, made from the user's options and `config`. */
  optionsFor(options: CodexOptions): CodexOptions;
  /** The path of the private CODEX_HOME. */
  readonly codexHome: string;
  /** Returns the bodies of codex's model requests so far, oldest first. */
  requests(): readonly JsonObject[];
  /** Resolves after codex has made that many model requests. */
  whenRequested(count: number): Promise<void>;
  /** Closes the provider and removes the private CODEX_HOME. Call it after codex has exited. */
  close(): Promise<void>;
}

/**
 * Starts a rehearsal: an embedded provider and a private CODEX_HOME.
 *
 * @throws {NoSampleError} (the promise rejects) if no sample of the schema was found
 * @throws {Error} (the promise rejects) with the system's error if no temporary directory or port is available
 */
export async function startRehearsal(options: RehearsalOptions): Promise<Rehearsal> {
  const script = options.script ?? scripts.answer(jsonText(await answerOf(options)));
  const home = await createPrivateHome();
  try {
    if (options.thread !== undefined) await seedThread(home.path, options.thread);
    const provider = await startProvider({ script, keepRequests: options.keepRequests ?? true });
    const config = rehearsalConfig(provider.baseUrl);
    const close = async () => {
      await provider.close();
      await home.remove();
    };
    return {
      env: rehearsalEnv(home.path, provider.apiKey),
      config,
      optionsFor: (user) => rehearsalOptions(user, config),
      codexHome: home.path,
      requests: provider.requests,
      whenRequested: provider.whenRequested,
      close,
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await home.remove();
    throw error;
  }
}

async function answerOf({ answer, wireSchema, seed, validate }: RehearsalOptions): Promise<JsonValue> {
  return answer === undefined ? sampleValue(wireSchema, { seed: seed ?? 1, validate }) : answer;
}

import type { CodexOptions } from '../codex/command.js';
import type { JsonObject, JsonValue } from '../json/value.js';
import { createPrivateHome } from './private-home.js';
import { startProvider } from './provider.js';
import { rehearsalConfig, rehearsalEnv, rehearsalOptions } from './rehearsal-settings.js';
import type { ResponsesScript } from './responses-script.js';
import { sampleValue } from './sample.js';
import { scripts } from './scripts.js';
import { seedThread } from './seed-thread.js';

export interface RehearsalOptions {
  /** The schema that codex is given; a sample of it is the answer, unless `answer` or `script` is given. */
  readonly wireSchema: JsonValue;
  /** Whether a wire value would do; a sample that would not is not sent. */
  readonly validate: (wireValue: JsonValue) => boolean;
  /** The wire value to answer with. */
  readonly answer?: JsonValue;
  /** Answers instead of `answer` and a sample. */
  readonly script?: ResponsesScript;
  /** Of the sample; the same seed gives the same sample. Default 1. */
  readonly seed?: number;
  /** False: `requests()` stays empty, for a rehearsal that makes many. Default true. */
  readonly keepRequests?: boolean;
  /** A thread that `resume` or `fork` is to find in the private CODEX_HOME; only ids can be had. */
  readonly thread?: { readonly id: string; readonly cwd: string };
}

export { AnswersBySchema } from './answers-by-schema.js';

/**
 * Everything that makes a run of the real codex a rehearsal: no key, no network, no tokens, and nothing of
 * the user's codex is read or written.
 */
export interface Rehearsal {
  /** To be laid over the environment of codex; `undefined` removes a variable. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The `-c` overrides that `optionsFor` adds, after the user's own so that they win. */
  readonly config: readonly string[];
  /** The user's options as codex is to get them in this rehearsal, `config` included. */
  optionsFor(options: CodexOptions): CodexOptions;
  /** The private CODEX_HOME. */
  readonly codexHome: string;
  /** The bodies of codex's model requests so far. */
  requests(): readonly JsonObject[];
  /** Resolves once codex has made that many model requests. */
  whenRequested(count: number): Promise<void>;
  /** Ends the provider and removes the private CODEX_HOME; to be called after codex has exited. */
  close(): Promise<void>;
}

/**
 * @throws {NoSampleError} where no sample of the schema could be found.
 * @throws where no temporary directory can be made or no loopback port be had.
 */
export async function startRehearsal(options: RehearsalOptions): Promise<Rehearsal> {
  const script = options.script ?? scripts.answer(JSON.stringify(await answerOf(options)));
  const home = await createPrivateHome();
  try {
    if (options.thread !== undefined) await seedThread(home.path, options.thread);
    const provider = await startProvider({ script, keepRequests: options.keepRequests ?? true });
    const config = rehearsalConfig(provider.baseUrl);
    return {
      env: rehearsalEnv(home.path, provider.apiKey),
      config,
      optionsFor: (user) => rehearsalOptions(user, config),
      codexHome: home.path,
      requests: provider.requests,
      whenRequested: provider.whenRequested,
      close: async () => {
        await provider.close();
        await home.remove();
      },
    };
  } catch (error) {
    await home.remove();
    throw error;
  }
}

async function answerOf({ answer, wireSchema, seed, validate }: RehearsalOptions): Promise<JsonValue> {
  return answer === undefined ? sampleValue(wireSchema, { seed: seed ?? 1, validate }) : answer;
}

import type { JsonObject, JsonValue } from '../json/value.js';
import { rehearsalConfig, rehearsalEnv } from './config.js';
import { createPrivateHome } from './home.js';
import { startProvider } from './provider.js';
import { sampleValue } from './sample.js';
import type { ResponsesScript } from './script.js';
import { scripts } from './scripts.js';

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
}

/**
 * Everything that makes a run of the real codex a rehearsal: no key, no network, no tokens, and nothing of
 * the user's codex is read or written.
 */
export interface Rehearsal {
  /** To be laid over the environment of codex; `undefined` removes a variable. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `-c` overrides, to come after the user's own so that they win. */
  readonly config: readonly string[];
  /** codex is to be run with `--skip-git-repo-check`: a private CODEX_HOME trusts no directory. */
  readonly skipGitRepoCheck: true;
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
    const provider = await startProvider({ script });
    return {
      env: rehearsalEnv(home.path, provider.apiKey),
      config: rehearsalConfig(provider.baseUrl),
      skipGitRepoCheck: true,
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

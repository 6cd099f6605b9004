import { type DoctorContext, type Finding, ok, problem, skipped, warning } from './check.js';
import { type ConfiguredProvider, configuredProvider } from './configured-provider.js';
import type { LoginMethod, LoginStatus } from './login-status.js';

const METHODS: Readonly<Record<LoginMethod, string>> = {
  chatgpt: 'with ChatGPT',
  api_key: 'with an API key',
  other: 'with an unknown method',
};

/** `codex exec` reads it; `codex login status` and the app server do not (measured with 0.171.0). */
const EXEC_KEY = 'CODEX_API_KEY';

const LINE_BREAK = /[\r\n]/;

const LOG_IN = "Run 'codex login', or 'printenv OPENAI_API_KEY | codex login --with-api-key'.";

/** Checks how codex would authenticate its requests. Never reports a key. */
export async function checkLogin(context: DoctorContext, login: LoginStatus): Promise<Finding> {
  const { env } = context;
  if (login.kind === 'no_codex') return skipped('codex was not found.');
  if (login.kind === 'bad_config') return skipped('codex must load its configuration first.');
  const environment = [EXEC_KEY, 'OPENAI_API_KEY'].filter((name) => env[name]);
  const provider = await configuredProvider(context);
  const envKey = provider?.envKey ?? null;
  // codex sends this provider this key, whatever its login.
  const state = provider === null || envKey === null ? null : keyProblem(env[envKey]);
  if (provider !== null && envKey !== null && state !== null) {
    return problem(
      `The provider '${provider.id}' requires its key in ${envKey}, which ${state}.`,
      `Set ${envKey} to the provider's key.`,
      { method: methodOf(login), environment, provider: provider.id, envKey },
    );
  }
  if (envKey === null && LINE_BREAK.test(env[EXEC_KEY]?.trim() ?? '')) {
    return problem(
      `${EXEC_KEY} contains a line break, so 'codex exec' sends no key at all.`,
      `Set ${EXEC_KEY} to the key alone, or unset it.`,
      { method: methodOf(login), environment },
    );
  }
  switch (login.kind) {
    case 'unknown':
      return warning(
        `'codex login status' gave no answer: ${login.reason}.`,
        "Run 'codex login status' to see why.",
      );
    case 'unreadable':
      return problem('codex cannot read its stored login.', LOG_IN, { method: 'none', environment });
    case 'logged_in':
      return ok(`codex is logged in ${METHODS[login.method]}.`, { method: login.method, environment });
    case 'none':
      return notLoggedIn(environment, provider);
  }
}

/** Returns what is wrong with a key, to follow `which`. codex 0.171.0 sends no key at all if it has a line break. */
function keyProblem(key: string | undefined): string | null {
  if (key === undefined) return 'is not set';
  if (key.trim() === '') return 'is empty';
  return LINE_BREAK.test(key) ? 'contains a line break, so codex sends no key at all' : null;
}

function methodOf(login: LoginStatus): string {
  if (login.kind === 'logged_in') return login.method;
  return login.kind === 'unknown' ? 'unknown' : 'none';
}

function notLoggedIn(environment: readonly string[], provider: ConfiguredProvider | null): Finding {
  const { id = null, envKey = null } = provider ?? {};
  const details = { method: 'none', environment, provider: id, ...(envKey === null ? {} : { envKey }) };
  if (id !== null && id !== 'openai') {
    const key = envKey === null ? '' : `, with the key in ${envKey}`;
    return ok(`codex is not logged in; its configuration uses the provider '${id}'${key}.`, details);
  }
  if (environment.includes(EXEC_KEY)) {
    return warning(
      `codex is not logged in; ${EXEC_KEY} is set, which only 'codex exec' reads, not the app server.`,
      `For batch and --transport app-server: ${LOG_IN}`,
      details,
    );
  }
  if (environment.includes('OPENAI_API_KEY')) {
    return problem(
      'codex is not logged in; OPENAI_API_KEY is set, but codex does not read it.',
      `Run with --credential-bridge, which reads it. Or: ${LOG_IN}`,
      details,
    );
  }
  return problem('codex is not logged in.', LOG_IN, details);
}

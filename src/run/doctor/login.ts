import { type DoctorContext, type Finding, ok, problem, skipped, warning } from './check.js';
import { type ConfiguredProvider, configuredProvider } from './configured-provider.js';
import type { LoginMethod, LoginStatus } from './login-status.js';

const METHODS: Readonly<Record<LoginMethod, string>> = {
  chatgpt: 'with ChatGPT',
  api_key: 'with an API key',
  other: 'in a way that is not known here',
};

/** `codex exec` reads it; `codex login status` and the app server do not (measured with 0.171.0). */
const EXEC_KEY = 'CODEX_API_KEY';

const LOG_IN = "Run 'codex login', or 'printenv OPENAI_API_KEY | codex login --with-api-key'.";

/** How codex would sign its requests. Says which way, never with what. */
export async function checkLogin(context: DoctorContext, login: LoginStatus): Promise<Finding> {
  const { env } = context;
  if (login.kind === 'no_codex') return skipped('There is no codex to ask.');
  if (login.kind === 'bad_config') return skipped('codex does not say before it can load its configuration.');
  const environment = [EXEC_KEY, 'OPENAI_API_KEY'].filter((name) => env[name]);
  const provider = await configuredProvider(context);
  const envKey = provider?.envKey ?? null;
  // Whatever else codex is logged in with, it asks this provider with this key or not at all.
  if (provider !== null && envKey !== null && !env[envKey]?.trim()) {
    const details = { method: methodOf(login), environment, provider: provider.id, envKey };
    const state = env[envKey] === undefined ? 'not set' : 'empty';
    return problem(
      `The provider '${provider.id}' wants its key in ${envKey}, which is ${state}.`,
      `Set ${envKey} to the key of that provider.`,
      details,
    );
  }
  switch (login.kind) {
    case 'unknown':
      return warning(
        `'codex login status' does not say: ${login.reason}.`,
        "Run 'codex login status' yourself.",
      );
    case 'unreadable':
      return problem('The stored login of codex cannot be read.', LOG_IN, { method: 'none', environment });
    case 'logged_in':
      return ok(`codex is logged in ${METHODS[login.method]}.`, { method: login.method, environment });
    case 'none':
      return notLoggedIn(environment, provider);
  }
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
    return ok(
      `codex is not logged in; its configuration has it ask the provider '${id}' instead${key}.`,
      details,
    );
  }
  if (environment.includes(EXEC_KEY)) {
    return warning(
      `codex is not logged in; ${EXEC_KEY} is set, which 'codex exec' uses and the app server does not.`,
      `For batch and --transport app-server too: ${LOG_IN}`,
      details,
    );
  }
  if (environment.includes('OPENAI_API_KEY')) {
    return problem(
      'codex is not logged in; OPENAI_API_KEY is set, but codex does not read it.',
      `Run with --credential-bridge, which does. Or: ${LOG_IN}`,
      details,
    );
  }
  return problem('codex is not logged in.', LOG_IN, details);
}

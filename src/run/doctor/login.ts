import { type Finding, ok, type Patient, problem, skipped, warning } from './check.js';
import { configuredProvider } from './config.js';
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
export async function checkLogin(patient: Patient, login: LoginStatus): Promise<Finding> {
  const { env } = patient;
  const environment = [EXEC_KEY, 'OPENAI_API_KEY'].filter((name) => env[name]);
  switch (login.kind) {
    case 'no_codex':
      return skipped('There is no codex to ask.');
    case 'bad_config':
      return skipped('codex does not say before it can load its configuration.');
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
      return notLoggedIn(environment, await configuredProvider(patient));
  }
}

function notLoggedIn(environment: readonly string[], provider: string | null): Finding {
  const details = { method: 'none', environment, provider };
  if (provider !== null && provider !== 'openai') {
    return ok(`codex is not logged in; config.toml has it ask the provider '${provider}' instead.`, details);
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

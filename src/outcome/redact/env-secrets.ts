import { HIDDEN, isOrdinary } from './secret-words.js';

export type SecretEnv = Readonly<Record<string, string | undefined>>;

/** Names of environment variables that are secret, by one of their words … */
const SECRET_WORD =
  /(?:^|[_.:/-])(?:API_?KEY|KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?|AUTH|PAT|JWT|COOKIE)(?:[_.-]|$)|_PWD$/i;
/** … or by their end: `PGPASSWORD`, `npm_config_//registry/:_authToken`. */
const SECRET_END = /(?:password|passwd|passphrase|secret|token|apikey|credentials?|sshpass)$/i;
/** Names of variables that say where a secret is, or describe it. */
const ABOUT_A_SECRET =
  /(?:_(?:PATH|FILE|DIR|SOCK|SOCKET|URL|URI|ENDPOINT|TYPE|METHOD|SCHEME|LIMIT|COUNT|TTL|TIMEOUT|NAME|USER|HEADER)|PUBLIC_KEY)$/i;

/** Shorter values occur in ordinary words. */
const SHORTEST_SECRET = 6;

/** A single line of a key, such as PEM, may occur alone. */
const SHORTEST_LINE = 16;

/** User and password of a URL; the password may hold what should have been encoded. */
const URL_CREDENTIALS = /[a-z][a-z0-9+.-]{1,30}:\/\/([^\s/:@]{0,256}):([^\s]{1,512})@/gi;
const URL_PARAMETER =
  /[?&;](?:api_?key|key|token|access_token|sig|signature|password|secret|client_secret)=([^\s&#;]{6,512})/gi;

/** Names of variables, and secrets themselves, in codex's own configuration (`-c` overrides). */
const KEY_VARIABLE = /\benv_key\s*=\s*["']?([A-Za-z_]\w*)/g;
const HEADER_VARIABLES = /\benv_http_headers\b[^{]{0,8}\{([^}]*)\}/g;
const CONFIG_TOKEN = /\bexperimental_bearer_token\s*=\s*["']?([^"'\s,}]+)/g;

/**
 * Returns the values that are secret by their variable's name or by the URL that contains them, the longest first.
 *
 * @param config - `-c` overrides of codex: a provider's key may be in a variable of any name
 */
export function envSecrets(env: SecretEnv, config: readonly string[] = []): readonly string[] {
  const named = new Set(config.flatMap(variablesIn));
  const secrets = new Set<string>();
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || value.length < SHORTEST_SECRET) continue;
    const isNamed = named.has(name) || isSecretName(name);
    for (const secret of isNamed && !isPlace(value) ? [value, ...linesOf(value)] : inUrls(value))
      if (isSecret(secret)) secrets.add(secret);
  }
  for (const secret of config.flatMap(tokensIn)) if (isSecret(secret)) secrets.add(secret);
  return [...secrets].sort((a, b) => b.length - a.length);
}

function variablesIn(override: string): readonly string[] {
  const keys = [...override.matchAll(KEY_VARIABLE)].map(([, name = '']) => name);
  const headers = [...override.matchAll(HEADER_VARIABLES)].flatMap(([, table = '']) =>
    [...table.matchAll(/=\s*["']([A-Za-z_]\w*)["']/g)].map(([, name = '']) => name),
  );
  return [...keys, ...headers];
}

function tokensIn(override: string): readonly string[] {
  return [...override.matchAll(CONFIG_TOKEN)].map(([, token = '']) => token);
}

/** A batch asks for every task, with the same names. */
const judgedNames = new Map<string, boolean>();
const MOST_JUDGED_NAMES = 10_000;

function isSecretName(name: string): boolean {
  const known = judgedNames.get(name);
  if (known !== undefined) return known;
  const isSecretive = !ABOUT_A_SECRET.test(name) && (SECRET_WORD.test(name) || SECRET_END.test(name));
  if (judgedNames.size < MOST_JUDGED_NAMES) judgedNames.set(name, isSecretive);
  return isSecretive;
}

/** `GOOGLE_APPLICATION_CREDENTIALS` is the name of a file. */
function isPlace(value: string): boolean {
  return /^(?:~|\.{0,2}\/|[A-Za-z]:[\\/]).*\.(?:json|pem|key|crt|txt|toml|ya?ml)$/.test(value);
}

function isSecret(value: string): boolean {
  return value.length >= SHORTEST_SECRET && !isOrdinary(value) && !HIDDEN.includes(value);
}

function linesOf(value: string): readonly string[] {
  if (!value.includes('\n')) return value.trim() === value ? [] : [value.trim()];
  const lines = value.split(/\r?\n/).map((line) => line.trim());
  return lines.filter((line) => line.length >= SHORTEST_LINE && !line.startsWith('-----'));
}

function inUrls(value: string): readonly string[] {
  if (!value.includes('://')) return [];
  const passwords = [...value.matchAll(URL_CREDENTIALS)].map(([, , password = '']) => password);
  const parameters = [...value.matchAll(URL_PARAMETER)].map(([, parameter = '']) => parameter);
  return [...passwords, ...parameters].flatMap((secret) => [secret, decoded(secret)]);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // An invalid percent sign: the text is not encoded.
    return text;
  }
}

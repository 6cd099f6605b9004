/** Names of environment variables whose values are nobody's business. */
const SECRET_NAME =
  /(_|^)(API_?KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?|PRIVATE_KEY|ACCESS_KEY|AUTH)(_|$)/i;

/** Shorter values would turn up in ordinary words. */
const SHORTEST_SECRET = 6;

const HIDDEN = '[hidden]';

/** A function that hides what must not be shown: values of secret variables, bearer tokens, API keys. */
export function redactor(env: Readonly<Record<string, string | undefined>>): (text: string) => string {
  const secrets = Object.entries(env)
    .flatMap(([name, value]) => (value !== undefined && SECRET_NAME.test(name) ? [value] : []))
    .filter((value) => value.length >= SHORTEST_SECRET)
    // A secret that holds another one must go first.
    .sort((a, b) => b.length - a.length);
  return (text) => {
    let shown = text;
    for (const secret of secrets) shown = shown.replaceAll(secret, HIDDEN);
    return shown
      .replace(/\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]{6,}/gi, `$1 ${HIDDEN}`)
      .replace(/\bsk-[A-Za-z0-9_-]{8,}/g, HIDDEN);
  };
}

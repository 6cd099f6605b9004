import fc from 'fast-check';

/** One secret, and the text in which it stands. */
export interface Planted {
  readonly shape: string;
  readonly secret: string;
  /** Holds the secret, and words around it. */
  readonly text: string;
}

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const WORD = `${LOWER}${LOWER.toUpperCase()}0123456789`;

function random(letters: string, minLength: number, maxLength = minLength + 20) {
  const unit = fc.constantFrom(...letters);
  return fc.string({ unit, minLength, maxLength });
}

const word = random(WORD, 16).map((text) => `q7Z${text}`);
const base64Line = random(`${WORD}+/`, 64, 64);

function shape(
  name: string,
  secret: fc.Arbitrary<string>,
  ...contexts: readonly ((secret: string) => string)[]
): fc.Arbitrary<Planted> {
  return fc
    .tuple(secret, fc.constantFrom(...contexts))
    .map(([one, context]) => ({ shape: name, secret: one, text: context(one) }));
}

/** Secrets that are known by their shape or by what they are called; no environment is needed. */
export const SHAPES: readonly fc.Arbitrary<Planted>[] = [
  shape(
    'bearer token',
    word,
    (s) => `Authorization: Bearer ${s}`,
    (s) => `authorization=bearer ${s}, then more`,
    (s) => `{"Authorization":"Bearer ${s}","a":1}`,
    (s) => `the header was Bearer\n   ${s}`,
    (s) => JSON.stringify(`{"authorization": "BEARER ${s}"}`),
  ),
  shape(
    'basic credentials',
    word.map((text) => Buffer.from(`ada:${text}`).toString('base64')),
    (s) => `Proxy-Authorization: Basic ${s}`,
    (s) => `sent basic ${s} to it`,
  ),
  shape(
    'api key header',
    word,
    (s) => `x-api-key: ${s}`,
    (s) => `curl -H 'api-key: ${s}' https://host`,
    (s) => `{"X-Goog-Api-Key":"${s}"}`,
    (s) => `Ocp-Apim-Subscription-Key: ${s}\r\n`,
  ),
  shape(
    'OpenAI key',
    word.chain((text) => fc.constantFrom(`sk-${text}`, `sk-proj-${text}_-${text}`)),
    (s) => `key ${s} is wrong`,
    (s) => `\u001b[31m${s}\u001b[0m`,
    (s) => `{"m":"line\\n${s}"}`,
  ),
  shape(
    'GitHub token',
    fc
      .tuple(fc.constantFrom('ghp_', 'gho_', 'ghs_', 'github_pat_'), random(WORD, 36))
      .map(([prefix, text]) => `${prefix}${text}`),
    (s) => `git said ${s}.`,
    (s) => `https://${s}@github.com/a/b`,
  ),
  shape(
    'AWS key',
    random('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 16, 16).map((text) => `AKIA${text}`),
    (s) => `(${s})`,
  ),
  shape(
    'AWS secret',
    random(`${WORD}/+`, 37, 37).map((text) => `w7K${text}`),
    (s) => `aws_secret_access_key = ${s}`,
    (s) => `AWS_SECRET_ACCESS_KEY="${s}"`,
  ),
  shape(
    'Google or Slack key',
    fc.oneof(
      random(WORD, 35, 35).map((text) => `AIza${text}`),
      random(WORD, 24).map((text) => `xoxb-1234-${text}`),
    ),
    (s) => `using ${s} now`,
  ),
  shape(
    'JSON web token',
    fc.tuple(word, word, word).map(([a, b, c]) => `eyJ${a}.eyJ${b}.${c}`),
    (s) => `id ${s}`,
    (s) => `\tat request(${s})`,
  ),
  shape(
    'userinfo of a URL',
    word,
    (s) => `https://user:${s}@host:8080/path?x=1`,
    (s) => `postgres://ada:${s}@db/main failed`,
    (s) => `proxy=http%3A%2F%2Fada%3A${s}%40proxy`,
  ),
  shape(
    'parameter of a URL',
    word,
    (s) => `GET https://host/v1?a=b&api_key=${s}&c=d`,
    (s) => `wss://host/?access_token=${s}`,
    (s) => `https://host/cb?code=${s}#top`,
    (s) => `https://blob/x?sv=1&sig=${s}`,
    (s) => `<a href="https://host/?a=1&amp;key=${s}">`,
  ),
  shape(
    'PEM private key',
    fc.tuple(base64Line, base64Line).map((lines) => lines.join('\n')),
    (s) => `-----BEGIN RSA PRIVATE KEY-----\n${s}\n-----END RSA PRIVATE KEY-----`,
    (s) => `-----BEGIN PRIVATE KEY-----\n${s}\n(cut)`,
    (s) => `${s}\n-----END OPENSSH PRIVATE KEY-----`,
  ),
  shape(
    'assignment',
    word,
    (s) => `password=${s}`,
    (s) => `Token: ${s}`,
    (s) => `"client_secret": "${s}"`,
    (s) => `export SOME_PROVIDER_KEY='${s}'`,
    (s) => `tool --api-key ${s} --verbose`,
    (s) => `Cookie: session=${s}; theme=dark`,
  ),
];

export const ANY_SHAPE: fc.Arbitrary<Planted> = fc.oneof(...SHAPES);

/** What of a secret must not be seen: any part of it that is long enough to be of use. */
export function showsPartOf(shown: string, secret: string): boolean {
  const lines = secret.split('\n');
  return lines.some(
    (line) => shown.includes(line) || shown.includes(line.slice(-12)) || shown.includes(line.slice(3, 15)),
  );
}

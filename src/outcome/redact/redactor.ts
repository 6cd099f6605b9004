import { TERMINAL_ESCAPE } from '../../text/safe-line.js';
import { hideAssignments } from './assignments.js';
import { hideSchemes } from './auth-schemes.js';
import { encodedForms } from './encodings.js';
import { envSecrets, type SecretEnv } from './env-secrets.js';
import { hideKeys } from './key-shapes.js';
import { cuttable, PartialSecrets } from './partial-secrets.js';
import { hidePrivateKeys } from './private-keys.js';
import { HIDDEN } from './secret-words.js';
import { hideInUrls } from './urls.js';

/** Hides secrets in a text. Redacting twice is redacting once; the time grows with the length of the text. */
export type Redact = (text: string) => string;

let last: { readonly key: string; readonly redact: Redact } | null = null;

/**
 * Returns a function that hides what must not be shown: the values of secret variables in the forms in which they
 * turn up, credentials in headers, URLs and assignments, and keys and tokens by their shape.
 *
 * @param config - codex's `-c` overrides, which may name further variables (`env_key`)
 */
export function createRedactor(env: SecretEnv, config: readonly string[] = []): Redact {
  const secrets = envSecrets(env, config);
  const key = secrets.join('\0');
  // A batch asks for every task, of the same environment.
  if (last?.key !== key) last = { key, redact: redactorOf(secrets) };
  return last.redact;
}

function redactorOf(secrets: readonly string[]): Redact {
  let known: KnownSecrets | null = null;
  const hide = (text: string) => {
    known ??= knownSecrets(secrets);
    const { forms, cut } = known;
    const withoutForms = (piece: string) =>
      forms.reduce((shown, form) => shown.replaceAll(form, HIDDEN), piece);
    // What is hidden already is no part of a secret, whatever its letters are.
    const shown = text.split(HIDDEN).map(withoutForms).join(HIDDEN);
    return hideKeys(hideSchemes(hideAssignments(hideInUrls(hidePrivateKeys(cut.hide(shown))))));
  };
  return (text) => {
    // Most runs have nothing to say, and then need not even know the secrets.
    if (text === '') return text;
    const plain = withoutEscapes(text);
    if (plain === text) return hide(text);
    const shown = hide(plain);
    // Its colors stay unless they stand in the way.
    return shown === plain ? text : shown;
  };
}

interface KnownSecrets {
  readonly forms: readonly string[];
  readonly cut: PartialSecrets;
}

function knownSecrets(secrets: readonly string[]): KnownSecrets {
  // A secret that holds another one must go first.
  const forms = [...new Set(secrets.flatMap(encodedForms))].sort((a, b) => b.length - a.length);
  return { forms, cut: new PartialSecrets(cuttable(secrets)) };
}

/** Escapes of terminals, also as JSON text and our own excerpts write them. */
const WRITTEN_ESCAPE = /\\(?:u001[bB]|x1[bB]|e|033)\[[0-9;?]{0,32}[A-Za-z]/g;

function withoutEscapes(text: string): string {
  const plain = text.includes('\x1b') ? text.replace(TERMINAL_ESCAPE, '') : text;
  return plain.includes('\\') ? plain.replace(WRITTEN_ESCAPE, '') : plain;
}

import type { Redact } from '../../events/excerpt.js';
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

export type { Redact };

/** Far more than any text of the tests needs. The bound keeps the time linear in the length of the text. */
const MAX_PASSES = 10;

let last: { readonly key: string; readonly redact: Redact } | null = null;

/**
 * Returns a function that hides the values of secret variables in every usual encoding, credentials in headers,
 * URLs and assignments, and keys and tokens by their shape. Redacting twice is redacting once; the time is linear in
 * the length of the text.
 *
 * @param config - codex's `-c` overrides, which may name further variables (`env_key`)
 */
export function createRedactor(env: SecretEnv, config: readonly string[] = []): Redact {
  const secrets = envSecrets(env, config);
  const key = secrets.join('\0');
  // A batch asks for every task, with the same environment.
  if (last?.key !== key) last = { key, redact: redactorOf(secrets) };
  return last.redact;
}

function redactorOf(secrets: readonly string[]): Redact {
  let known: KnownSecrets | null = null;
  const hideOnce = (text: string) => {
    known ??= knownSecrets(secrets);
    const { forms, cut } = known;
    const withoutForms = (piece: string) =>
      forms.reduce((shown, form) => shown.replaceAll(form, HIDDEN), piece);
    // The mark of a hidden secret is not part of another secret, even if its letters are.
    const shown = text.split(HIDDEN).map(withoutForms).join(HIDDEN);
    return hideKeys(hideSchemes(hideAssignments(hideInUrls(hidePrivateKeys(cut.hide(shown))))));
  };
  const hide = (text: string) => {
    let shown = hideOnce(text);
    // Without the secret beside it, a text can look like a secret that it did not look like before.
    for (let before = text, pass = 1; shown !== before && pass < MAX_PASSES; pass++) {
      before = shown;
      shown = hideOnce(before);
    }
    return shown;
  };
  return (text) => {
    // Most runs have no such texts, and then the secrets are not even encoded.
    if (text === '') return text;
    const plain = withoutEscapes(text);
    if (plain === text) return hide(text);
    const shown = hide(plain);
    // Colors stay unless a secret was found among them.
    return shown === plain ? text : shown;
  };
}

interface KnownSecrets {
  readonly forms: readonly string[];
  readonly cut: PartialSecrets;
}

function knownSecrets(secrets: readonly string[]): KnownSecrets {
  // A secret that contains another one must be hidden first.
  const forms = [...new Set(secrets.flatMap(encodedForms))].sort((a, b) => b.length - a.length);
  return { forms, cut: new PartialSecrets(cuttable(secrets)) };
}

/** Terminal escapes as JSON text and our excerpts write them. */
const WRITTEN_ESCAPE = /\\(?:u001[bB]|x1[bB]|e|033)\[[0-9;?]{0,32}[A-Za-z]/g;

function withoutEscapes(text: string): string {
  const plain = text.includes('\x1b') ? text.replace(TERMINAL_ESCAPE, '') : text;
  return plain.includes('\\') ? plain.replace(WRITTEN_ESCAPE, '') : plain;
}

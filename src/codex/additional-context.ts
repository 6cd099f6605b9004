import type { UnsupportedFailure } from '../outcome/outcome.js';

/** Hidden context of a turn, by key: told to the model beside the prompt, not in it. */
export type AdditionalContext = Readonly<Record<string, AdditionalContextEntry>>;

export interface AdditionalContextEntry {
  readonly value: string;
  /** `application`: the caller's own word. `untrusted`: somebody else's text, marked as such to the model. */
  readonly kind: 'application' | 'untrusted';
}

/** codex keeps about this many characters of a value and cuts out its middle. */
export const CONTEXT_VALUE_LIMIT = 4_000;

/**
 * Keys become the names of tags and of tool outputs, and nothing in them is escaped: no other characters.
 */
const KEY = /^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/;

/** What is wrong with the keys of a context; null where nothing is. One sentence for a person. */
export function contextProblem(context: AdditionalContext): string | null {
  const bad = Object.keys(context).find((key) => !KEY.test(key));
  if (bad === undefined) return null;
  return `'${bad}' is no key for context: use letters, digits, '_', '-' and '.', a letter or '_' first, at most 64.`;
}

/** A warning for each value that codex will cut. */
export function contextWarnings(context: AdditionalContext): readonly string[] {
  return Object.entries(context)
    .filter(([, { value }]) => value.length > CONTEXT_VALUE_LIMIT)
    .map(
      ([key, { value }]) =>
        `The context '${key}' has ${value.length} characters: codex cuts out the middle of what is over ${CONTEXT_VALUE_LIMIT}.`,
    );
}

/** `codex exec` has no way to be given any. */
export function contextNeedsAppServer(): UnsupportedFailure {
  return {
    ok: false,
    kind: 'unsupported',
    capability: 'additional_context',
    needs: 'the app server',
    found: 'codex exec',
    message: 'codex exec cannot be given hidden context: use the app server (--transport app-server).',
    workMayHaveRun: false,
    retryable: false,
  };
}

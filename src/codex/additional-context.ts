import type { UnsupportedFailure } from '../outcome/outcome.js';

/** Hidden context of a turn, by key: sent to the model beside the prompt, not as part of it. */
export type AdditionalContext = Readonly<Record<string, AdditionalContextEntry>>;

/** One piece of context. */
export interface AdditionalContextEntry {
  /** The text that the model reads. */
  readonly value: string;
  /** `application`: written by the caller. `untrusted`: written by someone else, and marked as such for the model. */
  readonly kind: 'application' | 'untrusted';
}

/** codex keeps about this many bytes of a value, in UTF-8, and removes the middle of longer ones (0.171, measured). */
export const CONTEXT_VALUE_LIMIT = 4_000;

/** codex uses keys as names of tags and tool outputs and does not escape them, so no other characters are allowed. */
const KEY = /^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/;

/** Returns what is wrong with the keys of a context, as one sentence; null if they are valid. */
export function contextProblem(context: AdditionalContext): string | null {
  const bad = Object.keys(context).find((key) => !KEY.test(key));
  if (bad === undefined) return null;
  return `'${bad}' is not a valid context key: use letters, digits, '_', '-' and '.', starting with a letter or '_', at most 64 characters.`;
}

/** Returns a warning for each value that codex will shorten. */
export function contextWarnings(context: AdditionalContext): readonly string[] {
  return Object.entries(context)
    .map(([key, { value }]) => [key, Buffer.byteLength(value)] as const)
    .filter(([, bytes]) => bytes > CONTEXT_VALUE_LIMIT)
    .map(
      ([key, bytes]) =>
        `The context '${key}' has ${bytes} bytes; codex removes the middle of values over ${CONTEXT_VALUE_LIMIT} bytes.`,
    );
}

/** Returns the failure of a turn with hidden context over `codex exec`, which does not support it. */
export function contextNeedsAppServer(): UnsupportedFailure {
  return {
    ok: false,
    kind: 'unsupported',
    capability: 'additional_context',
    needs: 'the app server',
    found: 'codex exec',
    message: 'codex exec does not support hidden context; use the app-server transport.',
    workMayHaveRun: false,
    retryable: false,
  };
}

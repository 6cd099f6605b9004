import { fieldsOf, stringOf } from '../json/fields.js';

/**
 * Returns why a message must not be shown; null if it may be. codex passes on the text of such a message anyway, with
 * `moderation: {moderated, display: {mode}}` beside it, where `mode` is `show`, `hide` or `block`.
 *
 * An unknown mode counts as hiding: a withheld text is not an answer.
 *
 * Source: `AgentMessageModeration` of the app server's protocol, codex-cli 0.171.0.
 */
export function blockReasonOf(moderation: unknown): string | null {
  const fields = fieldsOf(moderation);
  if (fields === null) return null;
  const display = fieldsOf(fields['display']);
  const mode = stringOf(display?.['mode']);
  if (mode === 'show') return null;
  if (mode === null && display === null && fields['moderated'] !== true) return null;
  const reason = fieldsOf(display?.['reason']);
  const what = stringOf(reason?.['protectionType']) ?? stringOf(reason?.['kind']);
  return what === null ? (mode ?? 'moderated') : `${mode ?? 'moderated'}: ${what}`;
}

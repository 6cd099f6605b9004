import { withCommas } from './plural.js';

/**
 * Returns a list as a sentence has it: `a, b and c`, or `a, b and 3 more`.
 *
 * @param total - how many there are in all, if `items` are only the first of them
 * @param limit - how many items are written out at most
 */
export function formatList(items: readonly string[], total = items.length, limit = items.length): string {
  const shown = items.slice(0, limit);
  const last = total > shown.length ? `${withCommas(total - shown.length)} more` : shown.pop();
  return [shown.join(', '), last].filter(Boolean).join(' and ');
}

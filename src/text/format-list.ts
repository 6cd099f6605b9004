import { withCommas } from './plural.js';

/**
 * Returns a list as a sentence has it: `a, b and c`, or `a, b and 3 more`.
 *
 * @param limit - the number of items to show
 * @param total - the number of all items, if `items` has only the first of them
 */
export function formatList(items: readonly string[], limit = items.length, total = items.length): string {
  const shown = items.slice(0, limit);
  const last = total > shown.length ? `${withCommas(total - shown.length)} more` : shown.pop();
  return [shown.join(', '), last].filter(Boolean).join(' and ');
}

import { withCommas } from './plural.js';

/**
 * Joins the first items of a list: `a, b and 3 more`.
 *
 * @param limit - the number of items to show
 * @param total - the number of all items, if `items` holds only the first of them
 */
export function formatList(items: readonly string[], limit: number, total = items.length): string {
  const shown = items.slice(0, limit);
  const more = total - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${withCommas(more)} more` : shown.join(', ');
}

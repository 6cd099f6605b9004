import type { ChildrenByKeyword } from './translation.js';

/** Gives arrays their 2020-12 form: a list of schemas is `prefixItems`, what is behind it is `items`. */
export function reshapeTuples(byKeyword: ChildrenByKeyword, renamed: Map<string, string>): void {
  const items = byKeyword.get('items');
  const rest = byKeyword.get('additionalItems');
  byKeyword.delete('additionalItems');
  const isTuple = items?.[0]?.name !== undefined;
  if (items === undefined || !isTuple) return; // `additionalItems` means nothing there.

  byKeyword.delete('items');
  if (!byKeyword.has('prefixItems')) {
    byKeyword.set('prefixItems', items);
    renamed.set('prefixItems', 'items');
  }
  if (rest !== undefined) {
    byKeyword.set('items', rest);
    renamed.set('items', 'additionalItems');
  }
}

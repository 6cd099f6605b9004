import type { JsonObject, JsonValue } from '../../json/value.js';
import { type Dialect, own } from '../dialect/draft.js';
import { assertionsOf } from '../dialect/keywords.js';
import { requiring } from './property-maps.js';
import type { TargetNode } from './translation.js';

const limits = [
  ['maximum', 'exclusiveMaximum'],
  ['minimum', 'exclusiveMinimum'],
] as const;

/** Copies the keywords that hold no schemas. */
export function addAssertions(
  node: TargetNode,
  schema: JsonObject,
  dialect: Dialect,
  renamed: Map<string, string>,
): void {
  const copy = (keyword: string): void => {
    const value: JsonValue | undefined = own(schema, keyword);
    if (value !== undefined) node[keyword] = value;
  };
  for (const keyword of assertionsOf(dialect)) copy(keyword);
  if (Array.isArray(node['required'])) {
    Object.assign(node, requiring(node['required']));
    renamed.set('emptyNameRequired', 'required');
  }
  for (const [limit, exclusive] of limits) {
    if (typeof node[exclusive] !== 'boolean') continue;
    // Draft-04 says how the limit counts; later drafts give a second limit.
    if (node[exclusive] === true) {
      node[exclusive] = node[limit];
      delete node[limit];
      renamed.set(exclusive, limit);
    } else {
      delete node[exclusive];
    }
  }
}

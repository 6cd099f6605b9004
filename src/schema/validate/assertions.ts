import type { JsonObject, JsonValue } from '../../json/value.js';
import { atLeast, type Dialect, own } from '../dialect/draft.js';
import { requiring } from './required.js';
import type { TargetNode } from './translation.js';

/** Assertions that mean the same in every draft that has them. */
const same = [
  'type',
  'enum',
  'const',
  'multipleOf',
  'maxLength',
  'minLength',
  'pattern',
  'format',
  'maxItems',
  'minItems',
  'uniqueItems',
  'maxProperties',
  'minProperties',
  'required',
] as const;

const since2019 = ['minContains', 'maxContains'] as const;

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
  for (const keyword of same) copy(keyword);
  if (Array.isArray(node['required'])) {
    Object.assign(node, requiring(node['required']));
    renamed.set('emptyNameRequired', 'required');
  }
  if (atLeast(dialect.draft, '2019-09')) for (const keyword of since2019) copy(keyword);
  for (const [limit, exclusive] of limits) {
    copy(limit);
    copy(exclusive);
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

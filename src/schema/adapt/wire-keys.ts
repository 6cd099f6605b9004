import type { JsonObject } from '../../json/value.js';
import { own } from '../dialect/draft.js';
import type { Tag } from './codec/plan.js';
import { type Failure, failure } from './codec/step.js';

/** A wire object has all its keys and no others; that is also how alternatives are told apart. */
export function wrongKeys(
  value: JsonObject,
  wanted: readonly { readonly key: string }[],
  tag: Tag | undefined,
): Failure | undefined {
  if (tag !== undefined && own(value, tag.key) !== tag.label) {
    return failure(`it is not the alternative ${JSON.stringify(tag.label)}`);
  }
  for (const { key } of wanted) {
    if (!Object.hasOwn(value, key)) return failure(`the property ${JSON.stringify(key)} is missing`);
  }
  const count = wanted.length + (tag === undefined ? 0 : 1);
  const isComplete = Object.keys(value).length === count;
  return isComplete ? undefined : failure('it has properties that are not in the wire schema');
}

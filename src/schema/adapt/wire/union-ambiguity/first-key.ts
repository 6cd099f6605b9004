import type { JsonValue } from '../../../../json/value.js';
import { BOX_KEY, type Plan, resolved, type Slot } from '../../codec/plan.js';

/**
 * Whether two of these objects start with the same property and may have the same value there, which some
 * providers reject. `discriminators` avoids it if the author's properties allow.
 */
export function shareFirstKey(branches: readonly Plan[]): boolean {
  const seen = new Map<string, Set<JsonValue> | 'anything'>();
  for (const branch of branches) {
    const first = firstOf(branch);
    if (first === undefined) continue;
    const [key, values] = first;
    const known = seen.get(key);
    if (known === undefined) {
      seen.set(key, values === undefined ? 'anything' : new Set(values));
      continue;
    }
    if (known === 'anything' || values === undefined) return true;
    for (const value of values) {
      if (known.has(value)) return true;
      known.add(value);
    }
  }
  return false;
}

/** Returns the first property of a wire object, with its values if they are listed. */
function firstOf(plan: Plan): [key: string, values: readonly JsonValue[] | undefined] | undefined {
  const at = resolved(plan);
  if (at.kind === 'tuple') return [at.items[0]?.key ?? '', fixed(at.items[0]?.slot)];
  if (at.kind !== 'record' && at.kind !== 'box') return undefined;
  if (at.tag !== undefined) return [at.tag.key, [at.tag.label]];
  if (at.kind === 'box') return [BOX_KEY, fixed(at.slot)];
  const [first] = at.members;
  if (first !== undefined) return [first.key, fixed(first.slot)];
  return at.additional === undefined ? undefined : [at.additional.key, undefined];
}

function fixed(slot: Slot | undefined): readonly JsonValue[] | undefined {
  if (slot?.plan === undefined || slot.nullKey !== undefined) return undefined;
  const plan = resolved(slot.plan);
  if (plan.kind !== 'enum') return undefined;
  return slot.onNull === 'refused' ? plan.values : [...plan.values, null];
}

import type { JsonObject, JsonValue } from '../../json/value.js';

/**
 * Which items and properties of a value a schema looks at: what `unevaluatedItems` and
 * `unevaluatedProperties` leave alone. Plans and definitions are named, because schemas may be recursive.
 *
 * ajv keeps count of these itself, but loses some (`contains`, `if` alone, `items` inside `anyOf`).
 */
export interface EvaluationPlan {
  /** So many items from the start. */
  prefixItems: number;
  allItems: boolean;
  /** The definition that items are counted by. */
  contains: string | undefined;
  readonly names: Set<string>;
  readonly patterns: RegExp[];
  allProperties: boolean;
  readonly branches: EvaluationBranch[];
}

/** What another schema for the same value looks at, too. */
export interface EvaluationBranch {
  readonly plan: string;
  /** The branch counts only where the value is valid against this definition … */
  readonly ifValid?: string | undefined;
  /** … or is not valid against this one … */
  readonly ifInvalid?: string | undefined;
  /** … or has this property. */
  readonly ifPresent?: string | undefined;
}

export interface Evaluation {
  readonly plans: ReadonlyMap<string, EvaluationPlan>;
  /** Whether the value looked at, or the item of it at an index, is valid against a definition. */
  isValid(definition: string, index?: number): boolean;
}

/** Indices of the items that nothing looks at. */
export function unevaluatedItems(
  evaluation: Evaluation,
  plan: string,
  items: readonly JsonValue[],
): number[] {
  const seen = items.map(() => false);
  visit(evaluation, plan, items, (part) => {
    for (const index of items.keys()) {
      if (seen[index] === true) continue;
      const counted = part.contains !== undefined && evaluation.isValid(part.contains, index);
      if (part.allItems || index < part.prefixItems || counted) seen[index] = true;
    }
  });
  return [...seen.keys()].filter((index) => seen[index] === false);
}

/** Names of the properties that nothing looks at. */
export function unevaluatedProperties(evaluation: Evaluation, plan: string, object: JsonObject): string[] {
  const rest = new Set(Object.keys(object));
  visit(evaluation, plan, object, (part) => {
    for (const name of rest) {
      const matched = part.allProperties || part.names.has(name);
      if (matched || part.patterns.some((pattern) => pattern.test(name))) rest.delete(name);
    }
  });
  return [...rest];
}

function visit(
  evaluation: Evaluation,
  plan: string,
  value: JsonObject | readonly JsonValue[],
  look: (part: EvaluationPlan) => void,
  seen = new Set<string>(),
): void {
  // Looking twice shows nothing new, and schemas that share parts would be looked at exponentially often.
  if (seen.has(plan)) return;
  seen.add(plan);
  const part = evaluation.plans.get(plan);
  if (part === undefined) throw new Error(`No evaluation plan ${plan}`);
  look(part);
  for (const branch of part.branches) {
    const { ifValid, ifInvalid, ifPresent } = branch;
    if (ifValid !== undefined && !evaluation.isValid(ifValid)) continue;
    if (ifInvalid !== undefined && evaluation.isValid(ifInvalid)) continue;
    if (ifPresent !== undefined && !Object.hasOwn(value, ifPresent)) continue;
    visit(evaluation, branch.plan, value, look, seen);
  }
}

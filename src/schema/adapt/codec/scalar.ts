import type { JsonValue } from '../../../json/value.js';
import { formatChecks } from '../../validate/formats/index.js';
import type { PlanOf } from './plan.js';
import { failure, type Step, typeMismatch } from './step.js';

const NAMES = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'a boolean',
} as const;

/** Returns the scalar unchanged if the wire schema accepts it. */
export function encodeScalar(plan: PlanOf<'scalar'>, value: JsonValue, asserted: boolean): Step {
  const typed = decodeScalar(plan, value);
  if (!typed.ok) return typed;
  if (typeof value === 'string') {
    const min = plan.minLength ?? 0;
    // The limit counts characters, and a string has at most as many as UTF-16 units.
    if (value.length < min || (value.length < 2 * min && [...value].length < min)) {
      return failure(`the string is shorter than ${min} characters`);
    }
  }
  if (asserted && plan.format !== undefined && formatChecks.get(plan.format)?.(String(value)) === false) {
    return failure(`the string is not of the format "${plan.format}"`);
  }
  if (plan.pattern !== undefined && !matches(plan.pattern, String(value))) {
    return failure('the string does not match the pattern');
  }
  if (typeof value === 'number' && !isWithin(plan, value)) return failure('the number is out of bounds');
  return typed;
}

/**
 * Longer strings are only validated against the author's schema: even a simple pattern may be slow on them.
 */
const LONG = 300;

function matches(pattern: string, value: string): boolean {
  return value.length > LONG || new RegExp(pattern, 'u').test(value);
}

function isWithin(plan: PlanOf<'scalar'>, value: number): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = plan.bounds ?? {};
  return (
    (minimum === undefined || value >= minimum) &&
    (maximum === undefined || value <= maximum) &&
    (exclusiveMinimum === undefined || value > exclusiveMinimum) &&
    (exclusiveMaximum === undefined || value < exclusiveMaximum) &&
    (multipleOf === undefined || value % multipleOf === 0)
  );
}

/** Checks only the type: everything else is validated against the author's schema. */
export function decodeScalar(plan: PlanOf<'scalar'>, value: JsonValue): Step {
  const isNumber = typeof value === 'number' || typeof value === 'bigint';
  const fits =
    plan.type === 'integer'
      ? isNumber && (typeof value === 'bigint' || Number.isInteger(value))
      : plan.type === 'number'
        ? isNumber
        : plan.type === typeof value;
  return fits ? { ok: true, value } : typeMismatch(NAMES[plan.type], value);
}

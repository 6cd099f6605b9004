import { holdsBigint, integerOf, mapNumbers, toExact } from '../../json/exact.js';
import type { JsonValue } from '../../json/value.js';

/** A schema and a value whose large integers are numbers again, in the order of the integers they stand for. */
export interface Substitution {
  readonly schema: JsonValue;
  readonly value: JsonValue;
  /** What a large number of the two stands for. */
  integerOf(number: number): bigint | undefined;
}

/**
 * Returns what a schema and a value must be replaced with before a validator that calculates in doubles can judge
 * them; undefined if it can judge them as they are.
 *
 * All that JSON Schema asks of numbers beyond 2^53-1 is whether they are equal, and which is the larger, so each
 * is replaced by a number of its own, in the same order. `multipleOf` has to look at the integers themselves.
 */
export function substituteIntegers(schema: JsonValue, value: JsonValue): Substitution | undefined {
  const exactSchema = toExact(schema);
  const exactValue = toExact(value);
  if (!holdsBigint(exactSchema) && !holdsBigint(exactValue)) return undefined;
  const large = new Set<bigint>();
  const collect = (number: number | bigint): number => {
    if (isLarge(number)) large.add(asInteger(number));
    return 0;
  };
  mapNumbers(exactSchema, collect);
  mapNumbers(exactValue, collect);
  const ascending = [...large].sort((a, b) => (a < b ? -1 : 1));
  const negative = ascending.filter((integer) => integer < 0n);
  const numbers = new Map([
    // Beyond 2^53, every second integer is a double.
    ...negative.map((integer, index) => [integer, -(2 ** 53) - 2 * (negative.length - 1 - index)] as const),
    ...ascending.slice(negative.length).map((integer, index) => [integer, 2 ** 53 + 2 * index] as const),
  ]);
  const integers = new Map([...numbers].map(([integer, number]) => [number, integer]));
  const change = (number: number | bigint): number =>
    isLarge(number) ? (numbers.get(asInteger(number)) ?? Number(number)) : Number(number);
  return {
    schema: mapNumbers(exactSchema, change),
    value: mapNumbers(exactValue, change),
    integerOf: (number) => integers.get(number),
  };
}

/** A double stands for the integer that JavaScript writes for it. */
function asInteger(number: number | bigint): bigint {
  return integerOf(String(number)) ?? BigInt(number);
}

function isLarge(number: number | bigint): boolean {
  return typeof number === 'bigint' || (Number.isInteger(number) && !Number.isSafeInteger(number));
}

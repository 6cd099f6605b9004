import { describeValue } from './describe-value.js';

/** What is wrong with a value: where in it, and what was expected there. */
export interface Mismatch {
  /** As it follows the name of the value: `[1]`, `.seed`; empty for the value itself. */
  readonly at: string;
  /** Completes "NAME must be …". */
  readonly expected: string;
  readonly value: unknown;
}

/** What a value may be; null if it is that. */
export type Validator = (value: unknown) => Mismatch | null;

/** The expectation of each option of an object. `undefined` is always as good as leaving an option out. */
export type OptionTable<O> = { readonly [K in keyof Required<O>]: Validator };

/** The longest time that makes sense as a number of milliseconds; there is no other limit. */
const MOST = Number.MAX_SAFE_INTEGER;

function matching(expected: string, holds: (value: unknown) => boolean): Validator {
  return (value) => (holds(value) ? null : { at: '', expected, value });
}

export const anything: Validator = () => null;
export const string = matching('a string', (value) => typeof value === 'string');
/** Blank text has nothing to say. */
export const nonBlankString = matching(
  'a string that is not blank',
  (value) => typeof value === 'string' && value.trim() !== '',
);
export const boolean = matching('true or false', (value) => typeof value === 'boolean');
export const callback = matching('a function', (value) => typeof value === 'function');
export const object = matching('an object', isObject);
export const milliseconds = matching(
  'a number of milliseconds from 0 (0: no limit)',
  (value) => typeof value === 'number' && value >= 0 && value <= MOST,
);
export const abortSignal = matching(
  'an AbortSignal',
  (value) =>
    isObject(value) &&
    typeof value['aborted'] === 'boolean' &&
    typeof value['addEventListener'] === 'function' &&
    typeof value['removeEventListener'] === 'function',
);
/** A function, or anything with the Standard Schema interface. */
export const parse = matching(
  'a function or a Standard Schema',
  (value) =>
    typeof value === 'function' || (typeof value === 'object' && value !== null && '~standard' in value),
);

export function integer(least: number, most = MOST): Validator {
  const expected = most === MOST ? `a whole number from ${least}` : `a whole number from ${least} to ${most}`;
  return matching(
    expected,
    (value) => Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most,
  );
}

/** A bound that can be lifted. */
export const integerOrInfinity = matching(
  'a whole number from 0, or Infinity',
  (value) => value === Number.POSITIVE_INFINITY || (Number.isSafeInteger(value) && (value as number) >= 0),
);

export function numberAbove(least: number, most: number): Validator {
  return matching(
    `a number over ${least} and at most ${most}`,
    (value) => typeof value === 'number' && value > least && value <= most,
  );
}

export function oneOf(...choices: readonly string[]): Validator {
  const expected = choices.map((choice) => `'${choice}'`).join(', ');
  return matching(choices.length === 1 ? expected : `one of ${expected}`, (value) =>
    choices.includes(value as string),
  );
}

export function listOf(item: Validator): Validator {
  return (value) => {
    if (!Array.isArray(value)) return { at: '', expected: 'an array', value };
    return firstOf(value.map((member, index) => within(`[${index}]`, item(member))));
  };
}

/** An object whose members are all alike; a member that is `undefined` is none. */
export function mapOf(member: Validator): Validator {
  return (value) => {
    if (!isObject(value)) return { at: '', expected: 'an object', value };
    const given = Object.entries(value).filter(([, inner]) => inner !== undefined);
    return firstOf(given.map(([name, inner]) => within(memberPath(name), member(inner))));
  };
}

/** An object with these members, of which some must be there, and no other. */
export function shape(
  members: Readonly<Record<string, Validator>>,
  required: readonly string[] = [],
): Validator {
  return (value) => {
    if (!isObject(value)) return { at: '', expected: 'an object', value };
    const unknown = Object.keys(value).find((name) => !Object.hasOwn(members, name));
    if (unknown !== undefined) {
      const expected = `left out: only ${Object.keys(members).join(', ')} can stand there`;
      return { at: memberPath(unknown), expected, value: value[unknown] };
    }
    return firstOf(
      Object.entries(members).map(([name, member]) => {
        const isAbsent = value[name] === undefined && !required.includes(name);
        return isAbsent ? null : within(memberPath(name), member(value[name]));
      }),
    );
  };
}

/** The first expectation that holds; what is expected is what the first says, then the others. */
export function either(...expectations: readonly [Validator, ...Validator[]]): Validator {
  return (value) => {
    const mismatches = expectations.map((expectation) => expectation(value));
    if (mismatches.includes(null)) return null;
    // What is wrong inside of an object is said of the object, which is what was meant.
    const inside = mismatches.find((mismatch) => mismatch !== null && mismatch.at !== '');
    if (inside !== undefined && inside !== null) return inside;
    const expected = mismatches.map((mismatch) => mismatch?.expected ?? '').join(', or ');
    return { at: '', expected, value };
  };
}

export const nullValue = matching('null', (value) => value === null);

/** One sentence without its end: "NAME must be WHAT, not VALUE". */
export function mismatchMessage(name: string, { at, expected, value }: Mismatch): string {
  return `${name}${at} must be ${expected}, not ${describeValue(value)}`;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function within(at: string, mismatch: Mismatch | null): Mismatch | null {
  return mismatch === null ? null : { ...mismatch, at: `${at}${mismatch.at}` };
}

function memberPath(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${describeValue(name)}]`;
}

function firstOf(mismatches: readonly (Mismatch | null)[]): Mismatch | null {
  return mismatches.find((mismatch) => mismatch !== null) ?? null;
}

import { isObject } from '../../json/value.js';
import { clip } from '../../text/clip.js';

/** A value of the wrong type: where in it, and what was expected there. */
export interface Mismatch {
  /** The place, as it follows the value's name: `[1]`, `.seed`; empty for the value itself. */
  readonly at: string;
  /** Completes "NAME must be …". */
  readonly expected: string;
  readonly value: unknown;
}

/** Returns null if a value is valid, else what was expected. */
export type Validator = (value: unknown) => Mismatch | null;

/** The validator of each option. An option that is `undefined` counts as absent. */
export type OptionTable<O> = { readonly [K in keyof Required<O>]: Validator };

const MAX = Number.MAX_SAFE_INTEGER;

function matching(expected: string, holds: (value: unknown) => boolean): Validator {
  return (value) => (holds(value) ? null : { at: '', expected, value });
}

export const anything: Validator = () => null;
export const string = matching('a string', (value) => typeof value === 'string');
export const nonBlankString = matching(
  'a non-blank string',
  (value) => typeof value === 'string' && value.trim() !== '',
);
export const boolean = matching('true or false', (value) => typeof value === 'boolean');
export const callback = matching('a function', (value) => typeof value === 'function');
export const object = matching('an object', isObject);
export const milliseconds = matching(
  'a number of milliseconds, 0 or more (0: no limit)',
  (value) => typeof value === 'number' && value >= 0 && value <= MAX,
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

export function integer(least: number, most = MAX): Validator {
  const expected = most === MAX ? `an integer, ${least} or more` : `an integer from ${least} to ${most}`;
  return matching(
    expected,
    (value) => Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most,
  );
}

/** A limit that can be switched off. */
export const integerOrInfinity = matching(
  'an integer, 0 or more, or Infinity',
  (value) => value === Number.POSITIVE_INFINITY || (Number.isSafeInteger(value) && (value as number) >= 0),
);

export function numberAbove(least: number, most: number): Validator {
  return matching(
    `a number above ${least} and at most ${most}`,
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

/** An object whose members all have one type; members that are `undefined` count as absent. */
export function mapOf(member: Validator): Validator {
  return (value) => {
    if (!isObject(value)) return { at: '', expected: 'an object', value };
    const given = Object.entries(value).filter(([, inner]) => inner !== undefined);
    return firstOf(given.map(([name, inner]) => within(memberPath(name), member(inner))));
  };
}

/** An object with only these members, of which `required` must be present. */
export function shape(
  members: Readonly<Record<string, Validator>>,
  required: readonly string[] = [],
): Validator {
  return (value) => {
    if (!isObject(value)) return { at: '', expected: 'an object', value };
    const unknown = Object.keys(value).find((name) => !Object.hasOwn(members, name));
    if (unknown !== undefined) {
      const expected = `omitted (known members: ${Object.keys(members).join(', ')})`;
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

/** A value that satisfies one of the validators. */
export function either(...expectations: readonly [Validator, ...Validator[]]): Validator {
  return (value) => {
    const mismatches = expectations.map((expectation) => expectation(value));
    if (mismatches.includes(null)) return null;
    // A mismatch inside an object is the best message: that alternative was meant.
    const inside = mismatches.find((mismatch) => mismatch !== null && mismatch.at !== '');
    if (inside !== undefined && inside !== null) return inside;
    const expected = mismatches.map((mismatch) => mismatch?.expected ?? '').join(', or ');
    return { at: '', expected, value };
  };
}

export const nullValue = matching('null', (value) => value === null);

/** Returns a sentence without its full stop: "NAME must be WHAT, not VALUE". */
export function mismatchMessage(name: string, { at, expected, value }: Mismatch): string {
  return `${name}${at} must be ${expected}, not ${describeValue(value)}`;
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

const MAX_LENGTH = 60;

/** Describes any value on one short line, for messages. Never throws. */
export function describeValue(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return clip(JSON.stringify(value), MAX_LENGTH);
    case 'bigint':
      return `${clip(String(value), MAX_LENGTH)}n`;
    case 'number':
    case 'boolean':
    case 'undefined':
    case 'symbol':
      return clip(String(value), MAX_LENGTH);
    case 'function':
      return 'a function';
    case 'object':
      if (value === null) return 'null';
      return Array.isArray(value) ? `an array of ${value.length}` : 'an object';
  }
}

import { withCommas } from '../../../text/plural.js';
import type { FindingCode } from '../arguments.js';
import type { WordingOf } from './wording.js';

export type LimitCode = Extract<FindingCode, `limit_${string}`>;

/** What there is too much of. */
export const LIMITS: WordingOf<LimitCode> = {
  limit_properties: {
    about: 'Too many properties in all',
    fix: 'Ask for less in one answer.',
    message: ({ count, limit }) =>
      `There are ${withCommas(count)} properties in all; the limit is ${withCommas(limit)}.`,
  },
  limit_depth: {
    about: 'Objects too deep inside each other',
    fix: 'Make it flatter.',
    message: ({ count, limit }) =>
      `Objects are ${withCommas(count)} levels deep here, the root included; the limit is ${withCommas(limit)}.`,
  },
  limit_enum_values: {
    about: 'Too many values in all `enum`s together',
    fix: 'Use a plain string and check it afterwards.',
    message: ({ count, limit }) =>
      `There are ${withCommas(count)} values under "enum" in all; the limit is ${withCommas(limit)}.`,
  },
  limit_enum_characters: {
    about: 'One long `enum` with too many characters',
    fix: 'Use shorter or fewer values.',
    message: ({ count, limit, values }) =>
      `This "enum" of ${withCommas(values)} values has ${withCommas(count)} characters; the limit is ${withCommas(limit)}.`,
  },
  limit_name_characters: {
    about: 'Too many characters in names and values in all',
    fix: 'Use shorter names or fewer values.',
    message: ({ count, limit }) =>
      `Names and values of "enum" and "const" have ${withCommas(count)} characters in all; the limit is ${withCommas(limit)}.`,
  },
  limit_nesting: {
    about: 'Schemas so deep inside each other that what is below was not looked at',
    fix: 'Make it flatter.',
    message: ({ limit }) =>
      `Schemas are more than ${withCommas(limit)} levels deep; what is below was not looked at.`,
  },
};

import { plural } from '../../../text/plural.js';
import { own } from '../../dialect/draft.js';
import { STRICT_FORMATS } from '../../dialect/strict-limits.js';
import { type BuildContext, exactKeyword, numberKeyword } from './context.js';
import type { NumberAlternative, NumberKeyword, SchemaPart, StringAlternative } from './node.js';
import { isPortablePattern } from './patterns.js';

const NOT_SAID = 'providers disagree on it, so it is stated in the description and checked afterwards';
const RARE =
  'not every regular expression engine supports its syntax, so it is stated in the description and checked afterwards';
const UNLISTED =
  'strict mode accepts only a few formats, so it is stated in the description and checked afterwards';

/** A longer pattern does not help a reader. */
const LONG = 400;

/**
 * Combines the keywords of strings. `minLength`, portable patterns and listed formats stay; the rest is
 * described.
 */
export function stringAlternative(context: BuildContext, parts: readonly SchemaPart[]): StringAlternative {
  const notes: string[] = [];
  const formats = new Set<string>();
  const patterns = new Set<string>();
  let minLength: number | undefined;
  for (const part of parts) {
    const { schema, site } = part;
    const min = numberKeyword(part, 'minLength');
    if (min !== undefined && min > 0 && Number.isSafeInteger(min)) minLength = Math.max(minLength ?? 0, min);
    const max = numberKeyword(part, 'maxLength');
    if (max !== undefined) {
      notes.push(`At most ${plural(max, 'character')}.`);
      context.log.drop(site, 'maxLength', NOT_SAID);
    }
    const pattern = own(schema, 'pattern');
    if (typeof pattern === 'string') {
      patterns.add(pattern);
      if (!isPortablePattern(pattern)) context.log.drop(site, 'pattern', RARE);
    }
    const format = own(schema, 'format');
    if (typeof format !== 'string') continue;
    if (STRICT_FORMATS.has(format)) {
      formats.add(format);
    } else {
      notes.push(`Format: ${format}.`);
      context.log.drop(site, 'format', UNLISTED, `format "${format}"`);
    }
  }
  const [format, ...others] = formats;
  // The wire schema can have only one; the others are described.
  for (const other of others) notes.push(`Format: ${other}.`);
  const pattern = [...patterns].find(isPortablePattern);
  for (const other of patterns) if (other !== pattern) notes.push(patternSentence(other));
  return { kind: 'string', minLength, format, pattern, notes };
}

/** Returns the description of a pattern that is not in the wire schema. */
export function patternSentence(pattern: string): string {
  return pattern.length > LONG
    ? 'Matches a regular expression.'
    : `Matches the regular expression \`${pattern}\`.`;
}

const BOUNDS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'] as const;

const BOUND_SENTENCE: Readonly<Record<NumberKeyword, string>> = {
  minimum: 'At least',
  maximum: 'At most',
  exclusiveMinimum: 'More than',
  exclusiveMaximum: 'Less than',
  multipleOf: 'A multiple of',
};

/** Combines the keywords of numbers. */
export function numberAlternative(
  context: BuildContext,
  parts: readonly SchemaPart[],
  integer: boolean,
): NumberAlternative {
  const bounds: Partial<Record<NumberKeyword, number>> = {};
  const notes: string[] = [];
  for (const part of parts) {
    for (const [keyword, value] of boundsOf(part)) {
      const isLower = keyword === 'minimum' || keyword === 'exclusiveMinimum';
      // A double cannot distinguish such a bound from its neighbors.
      if (typeof value === 'bigint' || (Number.isInteger(value) && !Number.isSafeInteger(value)))
        drop(part, keyword, value);
      else bounds[keyword] = pick(bounds[keyword], value, isLower ? Math.max : Math.min);
    }
    const factor = exactKeyword(part, 'multipleOf');
    if (factor === undefined) continue;
    // Validators disagree about multiples of decimal fractions.
    const usable = typeof factor === 'number' && Number.isSafeInteger(factor) && factor > 0;
    if (usable && (bounds.multipleOf ?? factor) === factor) bounds.multipleOf = factor;
    else drop(part, 'multipleOf', factor);
  }
  return { kind: 'number', integer, bounds, notes };

  function drop(part: SchemaPart, keyword: NumberKeyword, value: number | bigint): void {
    notes.push(`${BOUND_SENTENCE[keyword]} ${value}.`);
    context.log.drop(part.site, keyword, NOT_SAID);
  }
}

function pick(known: number | undefined, value: number, stricter: (a: number, b: number) => number): number {
  return known === undefined ? value : stricter(known, value);
}

/** The bounds of a part, with draft-04's boolean `exclusiveMinimum` converted to a number. */
function boundsOf(part: SchemaPart): [NumberKeyword, number | bigint][] {
  const found: [NumberKeyword, number | bigint][] = [];
  for (const keyword of BOUNDS) {
    const value = exactKeyword(part, keyword);
    if (value === undefined) continue;
    const exclusive = keyword === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum';
    const isExclusive = !keyword.startsWith('exclusive') && own(part.schema, exclusive) === true;
    found.push([isExclusive ? exclusive : keyword, value]);
  }
  return found;
}

/** Returns the description of a bound that is not in the wire schema. */
export function boundSentence(keyword: NumberKeyword, value: number): string {
  return `${BOUND_SENTENCE[keyword]} ${value}.`;
}

import { toNumbers } from './exact.js';
import { describeProblem } from './explain.js';
import { positionAt } from './position.js';
import { findProblem, type JsonProblem } from './problem.js';
import { readExactly } from './read-exactly.js';
import { countMembers, countUnsafeIntegers } from './text-stats.js';
import type { JsonValue } from './value.js';
import { valueStats } from './value-stats.js';

export interface ParsedJson {
  readonly ok: true;
  /** Numbers are doubles; the integers that those round, and the order of keys, are noted beside it. */
  readonly value: JsonValue;
  /** The value in its exact form. */
  readonly exact: JsonValue;
  /** Integers, written as such, beyond ±(2^53 − 1): a double may have rounded them. */
  readonly unsafeIntegers: number;
}

export interface UnparsedJson {
  readonly ok: false;
  readonly reason: InvalidJsonReason;
  /** 1-based. */
  readonly line: number;
  /** 1-based, in UTF-16 code units. */
  readonly column: number;
  /** Complete JSON values one after the other, from the start. */
  readonly valuesSeen: number;
  /** One sentence for a person. */
  readonly message: string;
}

/**
 * Reads a text that must be one JSON value and nothing else, whose meaning every reader agrees on: no key
 * twice, no number beyond a double, not nested deeper than the rest of the program can take.
 *
 * Scalars are values; whether one will do is for the caller to judge. Never throws.
 */
export function parseStrict(text: string): ParsedJson | UnparsedJson {
  const value = readUnambiguous(text);
  if (value !== undefined) return value;
  const problem = findProblem(text);
  // The two readers are held to agree by property tests; a text that only one accepts is not accepted.
  return refuse(text, problem ?? { reason: 'syntax', offset: 0, expected: 'JSON', valuesSeen: 0 });
}

function readUnambiguous(text: string): ParsedJson | undefined {
  let value: JsonValue;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined; // Diagnosed by the caller, with more than the engine's message says.
  }
  const survey = valueStats(value);
  if (survey.tooDeep || survey.outOfRange) return undefined;
  // Of members with the same name JSON.parse keeps one, so a duplicate shows as a missing member.
  if (countMembers(text) !== survey.members) return undefined;
  const exact = readExactly(text, value);
  const unsafeIntegers = survey.unsafeNumbers === 0 ? 0 : countUnsafeIntegers(text);
  return { ok: true, value: toNumbers(exact), exact, unsafeIntegers };
}

function refuse(text: string, problem: JsonProblem): UnparsedJson {
  return {
    ok: false,
    reason: problem.reason,
    ...positionAt(text, problem.offset),
    valuesSeen: problem.valuesSeen,
    message: describeProblem(text, problem, 'The text'),
  };
}
/** Why a text is not exactly one JSON value. */
export type InvalidJsonReason =
  | 'syntax'
  | 'trailing_data'
  | 'fenced'
  | 'truncated'
  | 'bom'
  | 'duplicate_key'
  | 'number_out_of_range'
  | 'too_deep';

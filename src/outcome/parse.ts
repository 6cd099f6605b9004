import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { JsonValue } from '../json/value.js';

/** The result of a `parse` function: the parsed value, or why it rejects the answer. */
export type ParseResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason?: unknown; readonly error?: unknown };

/**
 * The caller's last step: a function, or an object with the Standard Schema interface.
 *
 * @typeParam T - the type of the parsed value
 * @typeParam V - the type of the value that conforms to the schema
 */
export type Parse<T, V = JsonValue> =
  | ((value: V) => ParseResult<T> | Promise<ParseResult<T>>)
  | StandardSchemaV1<unknown, T>;

/** The last step for whichever value conforms to whichever schema. */
export type AnyParse<T = unknown> = Parse<T, never>;

export type ParseVerdict<T> =
  | { readonly kind: 'ok'; readonly value: T }
  | { readonly kind: 'parse_failed'; readonly reason: string }
  | { readonly kind: 'invalid_parse_result'; readonly returned: string };

/** Runs the caller's `parse`. Never rejects: if `parse` throws, it rejects the answer. */
export async function applyParse<T>(parse: AnyParse<T>, value: JsonValue): Promise<ParseVerdict<T>> {
  try {
    return isStandardSchema(parse)
      ? readStandardResult(await parse['~standard'].validate(value))
      : readParseResult(await parse(value as never));
  } catch (error) {
    return { kind: 'parse_failed', reason: `parse threw: ${sentenceOf(error)}` };
  }
}

// A Standard Schema may be callable (arktype's are), so the interface is checked first.
function isStandardSchema<T>(parse: AnyParse<T>): parse is StandardSchemaV1<unknown, T> {
  return '~standard' in parse;
}

function readStandardResult<T>(result: StandardSchemaV1.Result<T>): ParseVerdict<T> {
  if (typeof result !== 'object' || result === null) return neither(result);
  if (result.issues !== undefined) {
    if (!Array.isArray(result.issues)) return neither(result);
    return {
      kind: 'parse_failed',
      reason: result.issues.map(issueSentence).join('; ') || 'rejected without a reason',
    };
  }
  return 'value' in result ? { kind: 'ok', value: result.value } : neither(result);
}

function issueSentence(issue: StandardSchemaV1.Issue): string {
  const path = (issue.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part)).join('.');
  return path === '' ? issue.message : `${path}: ${issue.message}`;
}

function readParseResult<T>(result: ParseResult<T>): ParseVerdict<T> {
  if (typeof result !== 'object' || result === null) return neither(result);
  if (result.ok === true && 'value' in result) return { kind: 'ok', value: result.value };
  if (result.ok === false) {
    const why = result.reason ?? result.error;
    return {
      kind: 'parse_failed',
      reason: why === undefined ? 'rejected without a reason' : sentenceOf(why),
    };
  }
  return neither(result);
}

function neither(returned: unknown): { kind: 'invalid_parse_result'; returned: string } {
  return { kind: 'invalid_parse_result', returned: describe(returned) };
}

function describe(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'object') {
    const keys = Object.keys(value).slice(0, 5).join(', ');
    return keys === '' ? 'an object without keys' : `an object with the keys ${keys}`;
  }
  return value === undefined ? 'undefined' : `a ${typeof value}`;
}

function sentenceOf(why: unknown): string {
  if (why instanceof Error) return why.message || why.name;
  return typeof why === 'string' ? why : (JSON.stringify(why) ?? String(why));
}

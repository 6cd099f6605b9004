import type { Violation } from '../diagnostics/issue.js';
import type { CodecResult, ValidationResult } from '../diagnostics/schema-results.js';
import { toNumbers } from '../json/exact.js';
import { type InvalidJsonReason, type ParsedJson, parseStrict } from '../json/strict-parse.js';
import type { JsonValue } from '../json/value.js';

/** The parts of a compiled schema that check an answer. */
export interface AnswerSchema {
  /** Whether codex received an adapted schema. */
  readonly adapted: boolean;
  /** Converts a wire value to an author value. */
  decode(value: JsonValue): CodecResult;
  /** Validates a value against the author's schema. */
  validate(value: JsonValue): ValidationResult;
}

export interface AnswerRules {
  /** Null if `decode` got no schema: then any object or array is an answer. */
  readonly schema: AnswerSchema | null;
  /** False for `--no-validate`. */
  readonly validate: boolean;
}

export type AnswerVerdict =
  | {
      readonly kind: 'ok';
      readonly value: JsonValue;
      readonly unsafeIntegers: number;
      /** Violations that do not count, such as formats under `--no-validate-formats`. */
      readonly notes: readonly Violation[];
    }
  | { readonly kind: 'no_structured_output' }
  | {
      readonly kind: 'invalid_json';
      readonly reason: InvalidJsonReason;
      readonly line: number;
      readonly column: number;
      readonly valuesSeen: number;
      readonly explanation: string;
    }
  | { readonly kind: 'invalid_structured_output'; readonly value: JsonValue }
  | {
      readonly kind: 'schema_mismatch';
      readonly value: JsonValue;
      readonly violations: readonly Violation[];
    };

/**
 * Checks one message as it is: it is never joined, repaired, unfenced or searched for a brace.
 */
export function checkAnswer(text: string | null, rules: AnswerRules): AnswerVerdict {
  if (text === null || text.trim() === '') return { kind: 'no_structured_output' };
  const parsed = parseStrict(text);
  if (!parsed.ok) {
    const { reason, line, column, valuesSeen, message } = parsed;
    return { kind: 'invalid_json', reason, line, column, valuesSeen, explanation: message };
  }
  if (typeof parsed.value !== 'object' || parsed.value === null) {
    return { kind: 'invalid_structured_output', value: parsed.value };
  }
  return judgeValue(parsed, rules);
}

function judgeValue(
  { value: wireValue, exact, unsafeIntegers }: ParsedJson,
  rules: AnswerRules,
): AnswerVerdict {
  const { schema } = rules;
  if (schema === null) return { kind: 'ok', value: wireValue, unsafeIntegers, notes: [] };
  const decoded = schema.decode(exact);
  if (!decoded.ok) {
    const violation: Violation = {
      pointer: decoded.pointer,
      keyword: 'wire',
      schemaPointer: '#',
      message: decoded.reason,
    };
    return { kind: 'schema_mismatch', value: wireValue, violations: [violation] };
  }
  const value = toNumbers(decoded.value);
  if (typeof decoded.value === 'bigint') return roundedRoot(decoded.value, value);
  if (!rules.validate) return { kind: 'ok', value, unsafeIntegers, notes: [] };
  const result = schema.validate(decoded.value);
  if (result.ok) return { kind: 'ok', value, unsafeIntegers, notes: result.notes };
  if (result.tooDeep === true) {
    const explanation = 'The text is nested too deep for the schema to be evaluated.';
    return { kind: 'invalid_json', reason: 'too_deep', line: 1, column: 1, valuesSeen: 1, explanation };
  }
  return { kind: 'schema_mismatch', value, violations: result.violations };
}

/** Inside an object or array the integer is noted beside it, and printed as it was written. */
function roundedRoot(integer: bigint, value: JsonValue): AnswerVerdict {
  const message = `The value ${integer} is beyond 2^53-1, so a number would round it: ask for it in a property or as a string.`;
  const violation = { pointer: '', keyword: 'type', schemaPointer: '#/type', message };
  return { kind: 'schema_mismatch', value, violations: [violation] };
}

import type { Violation } from '../../diagnostics/issue.js';
import { jsonText, keysOf, toExact } from '../../json/exact.js';
import { valueAtPointer } from '../../json/look-up.js';
import type { JsonValue } from '../../json/value.js';
import { clipLine, JSON_REASONS } from '../../outcome/messages.js';
import type { Failure } from '../../outcome/outcome.js';

/** A failure that the model can correct: it is about the answer, not about the turn. */
export type RepairableFailure = Extract<
  Failure,
  {
    kind:
      | 'no_structured_output'
      | 'invalid_json'
      | 'invalid_structured_output'
      | 'schema_mismatch'
      | 'parse_failed';
  }
>;

export function isRepairable(outcome: { readonly kind: string }): outcome is RepairableFailure {
  switch (outcome.kind as RepairableFailure['kind']) {
    case 'no_structured_output':
    case 'invalid_json':
    case 'invalid_structured_output':
    case 'schema_mismatch':
    case 'parse_failed':
      return true;
    default:
      return false;
  }
}

/** These limits keep the prompt below about 20 × 400 characters. */
const MAX_VIOLATIONS = 20;
const MAX_SENTENCE = 300;
const MAX_POINTER = 120;
const MAX_EXCERPT = 80;

const ASK =
  'Return the complete answer again as one JSON value that matches the schema, with nothing before or after it. Fix only the problems listed above and keep everything else unchanged. Do not repeat the work.';

/**
 * Returns the prompt that asks the model to correct its answer: where it is wrong, what was found, what is required.
 *
 * @param isAdapted - the model writes the adapted form, while the problems are about the decoded value
 */
export function repairPrompt(failure: RepairableFailure, isAdapted: boolean): string {
  return [...whatIsWrong(failure, isAdapted), ASK].join('\n');
}

function whatIsWrong(failure: RepairableFailure, isAdapted: boolean): readonly string[] {
  switch (failure.kind) {
    case 'no_structured_output':
      return ['Your last turn ended without an answer.'];
    case 'invalid_json': {
      const { reason, line, column } = failure;
      const what = JSON_REASONS[reason].replace('The message', 'Your last answer');
      return [`${what} (line ${line}, column ${column}), so it cannot be used.`];
    }
    case 'invalid_structured_output':
      return [
        `Your last answer is JSON, but it is ${excerpt(failure.value)}; it must be an object or an array.`,
      ];
    case 'schema_mismatch':
      return mismatch(failure.violations, failure.value, isAdapted);
    case 'parse_failed':
      return [`Your last answer matches the schema, but was rejected: ${clipLine(failure.reason, 2_000)}`];
  }
}

function mismatch(violations: readonly Violation[], value: JsonValue, isAdapted: boolean): string[] {
  const shown = violations.slice(0, MAX_VIOLATIONS).map((violation) => `- ${sentence(violation, value)}`);
  return [
    'Your last answer does not match the required schema:',
    ...shown,
    // The validator stops after a number of violations, so the total is unknown.
    ...(violations.length > shown.length ? ['- … and more'] : []),
    ...(isAdapted
      ? [
          'The paths refer to the decoded value: there, a list of key and value pairs is an object, JSON inside a string is the value itself, and a null that stands for an absent property is omitted.',
        ]
      : []),
  ];
}

/** Most messages name the place themselves. */
function sentence({ pointer, message }: Violation, value: JsonValue): string {
  const place = pointer === '' || message.includes(pointer) ? '' : `${clipLine(pointer, MAX_POINTER)}: `;
  const wanted = clipLine(message, MAX_SENTENCE).replace(/\.$/, '');
  const found = valueAtPointer(toExact(value), pointer);
  return `${place}${wanted}${found === undefined ? '' : `; found ${excerpt(found)}`}`;
}

function excerpt(value: JsonValue): string {
  // For long values the kind is enough: the model has its answer in the thread.
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'object' && value !== null) {
    const keys = keysOf(value);
    return keys.length === 0 ? 'an empty object' : `an object with ${clipLine(keys.join(', '), MAX_EXCERPT)}`;
  }
  return clipLine(jsonText(value), MAX_EXCERPT);
}

import type { Violation } from '../../diagnostics/issue.js';
import { valueAtPointer } from '../../json/look-up.js';
import type { JsonValue } from '../../json/value.js';
import { clip, JSON_REASONS } from '../../outcome/messages.js';
import type { Failure } from '../../outcome/outcome.js';

/** A failure that the model can mend: it is about the answer, not about the turn. */
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

/** The prompt is at most some 20 × 400 characters long, whatever went wrong. */
const MOST_VIOLATIONS = 20;
const LONGEST_SENTENCE = 300;
const LONGEST_POINTER = 120;
const LONGEST_EXCERPT = 80;

const ASK =
  'Give the whole answer once more, as one JSON value that keeps to the schema, with nothing before or after it. Mend what is named here and leave the rest as it was; do not do the work again.';

/**
 * What the model is told about its answer, in plain words: where, what was found, what is wanted.
 *
 * @param isAdapted - the model writes another form than the one that is judged
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
      return [`Your last answer is JSON, but ${excerpt(failure.value)}: an object or an array is wanted.`];
    case 'schema_mismatch':
      return mismatch(failure.violations, failure.value, isAdapted);
    case 'parse_failed':
      return [`Your last answer keeps to the schema, but was refused: ${clip(failure.reason, 2_000)}`];
  }
}

function mismatch(violations: readonly Violation[], value: JsonValue, isAdapted: boolean): string[] {
  const shown = violations.slice(0, MOST_VIOLATIONS).map((violation) => `- ${sentence(violation, value)}`);
  return [
    'Your last answer does not keep to what is wanted:',
    ...shown,
    // The validator stops counting somewhere, so there is no number that is certain.
    ...(violations.length > shown.length ? ['- … and more of them'] : []),
    ...(isAdapted
      ? [
          'The places are those of the value after it was translated: a list of key and value pairs is an object there, JSON inside a string is the value itself, and a null that stands for nothing is left out.',
        ]
      : []),
  ];
}

/** Most messages name the place themselves. */
function sentence({ pointer, message }: Violation, value: JsonValue): string {
  const place = pointer === '' || message.includes(pointer) ? '' : `${clip(pointer, LONGEST_POINTER)}: `;
  const wanted = clip(message, LONGEST_SENTENCE).replace(/\.$/, '');
  const found = valueAtPointer(value, pointer);
  return `${place}${wanted}${found === undefined ? '' : `; found ${excerpt(found)}`}`;
}

function excerpt(value: JsonValue): string {
  // Of what is long only the kind is told: the model has its own words at hand.
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'object' && value !== null) {
    const keys = Object.keys(value);
    return keys.length === 0 ? 'an empty object' : `an object with ${clip(keys.join(', '), LONGEST_EXCERPT)}`;
  }
  return clip(JSON.stringify(value), LONGEST_EXCERPT);
}

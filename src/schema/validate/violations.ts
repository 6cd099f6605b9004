import type { ErrorObject } from 'ajv';
import type { Violation } from '../../diagnostics/issue.js';
import { quoteKey } from '../../json/explain.js';
import { pointerTo } from '../../json/pointer.js';
import type { Translation } from './translation.js';

/** The fields of ajv's errors that are read. */
export type ReportedError = Pick<
  ErrorObject,
  'keyword' | 'instancePath' | 'params' | 'message' | 'parentSchema'
>;

/** Enough to act on; a hostile answer may have millions. */
export const maxViolations = 100;

export function toViolations(errors: readonly ReportedError[], translation: Translation): Violation[] {
  return errors.slice(0, maxViolations).map((error) => toViolation(error, translation));
}

function toViolation(error: ReportedError, { origins }: Translation): Violation {
  const parent: unknown = error.parentSchema;
  const origin = typeof parent === 'object' && parent !== null ? origins.get(parent) : undefined;
  const keyword = origin?.renamed.get(error.keyword) ?? error.keyword;
  const schemaPointer = origin?.pointer ?? '';
  return {
    pointer: error.instancePath,
    // A schema that is `false` has no keyword to name.
    keyword: keyword === 'never' ? 'false' : keyword,
    schemaPointer: `#${keyword === 'never' ? schemaPointer : pointerTo(schemaPointer, keyword)}`,
    message: `${error.instancePath === '' ? 'The value' : JSON.stringify(error.instancePath)} ${describe(error)}.`,
  };
}

function describe({ keyword, params, message }: ReportedError): string {
  switch (keyword) {
    case 'never':
      return 'is not allowed here';
    case 'type':
      return `must be ${[params['type']].flat().join(' or ')}`;
    case 'const':
      return 'must be the one value that the schema names';
    case 'enum':
      return 'must be one of the values that the schema names';
    case 'uniqueItems':
      return 'must not have equal items';
    case 'multipleOf':
      return 'must be a multiple of the number that the schema names';
    case 'format':
      return 'must have the format that the schema names';
    case 'each:anyOf':
    case 'anyOf':
      return 'must match at least one of the alternatives';
    case 'each:oneOf':
    case 'oneOf':
      return 'must match exactly one of the alternatives';
    case 'emptyNameRequired':
      return 'must have the property ""';
    case 'required':
      return `must have the property ${quoteKey(String(params['missingProperty']))}`;
    case 'additionalProperties':
      return `must not have the property ${quoteKey(String(params['additionalProperty']))}`;
    case 'unevaluatedItems':
      return `must not have the item ${params['name']}`;
    case 'unevaluatedProperties':
      return `must not have the property ${quoteKey(String(params['name']))}`;
    case 'propertyNames':
      return `must not have the property name ${quoteKey(String(params['propertyName']))}`;
    default:
      return message ?? `must satisfy "${keyword}"`;
  }
}

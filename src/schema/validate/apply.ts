import type { ErrorObject, ValidateFunction } from 'ajv';
import type { DataValidateFunction, DataValidationCxt } from 'ajv/dist/types/index.js';
import { pointerTo } from '../../json/pointer.js';
import { maxViolations } from './violations.js';

/** Looks a definition up by its name; it is compiled when it is first asked for. */
export type Definitions = (name: string) => ValidateFunction;

export type Errors = Partial<ErrorObject>[];
export type Context = DataValidationCxt | undefined;

/**
 * Applies definitions to values. Unlike ajv's `$ref` nothing is compiled on the spot, so that neither a long
 * chain of definitions overflows the stack nor is compiled what no value ever gets to.
 */
export class Applier {
  /** So many errors are kept; an answer may be wrong a million times. */
  readonly enough: number;
  readonly #definitions: Definitions;

  constructor(definitions: Definitions, allErrors: boolean) {
    this.#definitions = definitions;
    this.enough = allErrors ? maxViolations : 1;
  }

  isValid(name: string, value: unknown): boolean {
    return this.#definitions(name)(value) === true;
  }

  /** Whether the value is valid; what is wrong is added to the errors. */
  apply(name: string, value: unknown, context: Context, errors: Errors): boolean {
    const validate = this.#definitions(name);
    if (Reflect.apply(validate, undefined, [value, context]) === true) return true;
    for (const error of validate.errors ?? []) if (errors.length < this.enough) errors.push(error);
    return false;
  }

  /** As `apply`, to a property or an item. */
  applyToPart(
    name: string,
    whole: object,
    token: string | number,
    context: Context,
    errors: Errors,
  ): boolean {
    const instancePath = pointerTo(context?.instancePath ?? '', token);
    return this.apply(
      name,
      Reflect.get(whole, token),
      { ...context, instancePath } as DataValidationCxt,
      errors,
    );
  }
}

/** Makes the function that ajv wants of one that adds errors where the value is not valid. */
export function reporting<V>(
  report: (value: V, context: Context, errors: Errors) => void,
): DataValidateFunction {
  const validate: DataValidateFunction = (value: V, context?: DataValidationCxt) => {
    const errors: Errors = [];
    report(value, context, errors);
    validate.errors = errors;
    return errors.length === 0;
  };
  return validate;
}

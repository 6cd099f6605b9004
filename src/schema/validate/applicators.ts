import type { AnySchemaObject, ErrorObject, FuncKeywordDefinition, ValidateFunction } from 'ajv';
import type { DataValidateFunction, DataValidationCxt } from 'ajv/dist/types/index.js';
import { pointerTo } from '../../json/pointer.js';
import type { JsonObject, JsonValue } from '../../json/value.js';
import { type Evaluation, unevaluatedItems, unevaluatedProperties } from './evaluation.js';
import type { Translation, UnevaluatedOperand } from './translate.js';
import { maxViolations } from './violations.js';

/** Looks a definition up by its name; compiled when it is first asked for. */
export type Definitions = (name: string) => ValidateFunction;

type Errors = Partial<ErrorObject>[];
type Token = string | number;

/**
 * Keywords that apply definitions by their names.
 *
 * - `refersTo`: to the value itself. Unlike ajv's `$ref` it compiles nothing on the spot, so that neither a
 *   long chain of definitions overflows the stack nor is compiled what no value ever gets to.
 * - `eachProperty`: to the properties of an object that has many.
 * - `unevaluatedItems`, `unevaluatedProperties`: to what is left, as JSON Schema has it.
 */
export function applicatorKeywords(
  { plans, propertyMaps }: Pick<Translation, 'plans' | 'propertyMaps'>,
  definitions: Definitions,
  allErrors: boolean,
): FuncKeywordDefinition[] {
  const evaluation: Evaluation = { plans, isValid: (name, value) => definitions(name)(value) === true };

  const enough = allErrors ? maxViolations : 1;

  /** Applies a definition to a value, or to a part of it, and adds what is wrong there. */
  function apply(name: string, value: unknown, context: DataValidationCxt | undefined, errors: Errors): void {
    const validate = definitions(name);
    if (Reflect.apply(validate, undefined, [value, context]) === true) return;
    // More than anyone reads is not kept: an answer may be wrong a million times.
    for (const error of validate.errors ?? []) if (errors.length < maxViolations) errors.push(error);
  }

  function applyToPart(
    name: string,
    whole: object,
    token: Token,
    context: DataValidationCxt | undefined,
    errors: Errors,
  ): void {
    const instancePath = pointerTo(context?.instancePath ?? '', token);
    apply(name, Reflect.get(whole, token), { ...context, instancePath } as DataValidationCxt, errors);
  }

  /** Makes the function that ajv wants of one that adds errors. */
  function reporting<V>(
    report: (value: V, context: DataValidationCxt | undefined, errors: Errors) => void,
  ): DataValidateFunction {
    const validate: DataValidateFunction = (value: V, context?: DataValidationCxt) => {
      const errors: Errors = [];
      report(value, context, errors);
      validate.errors = errors;
      return errors.length === 0;
    };
    return validate;
  }

  /** Judges what a plan leaves over by the definition for the rest. */
  function judgeRest<V extends JsonObject | readonly JsonValue[]>(
    keyword: string,
    leftOver: (evaluation: Evaluation, plan: string, value: V) => readonly Token[],
  ) {
    return ({ plan, rest, forbidden }: UnevaluatedOperand, parentSchema: AnySchemaObject) =>
      reporting<V>((value, context, errors) => {
        for (const token of leftOver(evaluation, plan, value)) {
          if (errors.length >= enough) return;
          const instancePath = context?.instancePath ?? '';
          if (forbidden) errors.push({ keyword, instancePath, params: { name: token }, parentSchema });
          else applyToPart(rest, value, token, context, errors);
        }
      });
  }

  return [
    {
      keyword: 'refersTo',
      schemaType: 'string',
      errors: 'full',
      compile: (name: string) =>
        reporting<JsonValue>((value, context, errors) => apply(name, value, context, errors)),
    },
    {
      keyword: 'eachProperty',
      type: 'object',
      schemaType: 'string',
      errors: 'full',
      compile: (id: string) =>
        reporting<JsonObject>((object, context, errors) => {
          for (const token of Object.keys(object)) {
            const name = propertyMaps.get(id)?.get(token);
            if (errors.length >= enough) return;
            if (name !== undefined) applyToPart(name, object, token, context, errors);
          }
        }),
    },
    {
      keyword: 'unevaluatedItems',
      type: 'array',
      schemaType: 'object',
      errors: 'full',
      compile: judgeRest('unevaluatedItems', unevaluatedItems),
    },
    {
      keyword: 'unevaluatedProperties',
      type: 'object',
      schemaType: 'object',
      errors: 'full',
      compile: judgeRest('unevaluatedProperties', unevaluatedProperties),
    },
  ];
}

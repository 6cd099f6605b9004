import type { AnySchemaObject, ErrorObject, FuncKeywordDefinition, ValidateFunction } from 'ajv';
import type { DataValidateFunction, DataValidationCxt } from 'ajv/dist/types/index.js';
import { pointerTo } from '../../json/pointer.js';
import type { JsonObject, JsonValue } from '../../json/value.js';
import { type Evaluation, unevaluatedItems, unevaluatedProperties } from './evaluation.js';
import type { UnevaluatedOperand } from './translate.js';

/** Looks a compiled definition up by its name. */
export type Definitions = (name: string) => ValidateFunction;

/** `unevaluatedItems` and `unevaluatedProperties` as JSON Schema has them. */
export function unevaluatedKeywords(
  plans: Evaluation['plans'],
  definitions: Definitions,
  allErrors: boolean,
): FuncKeywordDefinition[] {
  const evaluation: Evaluation = {
    plans,
    isValid: (name, value) => definitions(name)(value) === true,
  };

  /** Judges what is left of a value by the definition for the rest. */
  function judgeRest<V extends JsonObject | readonly JsonValue[]>(
    keyword: string,
    leftOver: (plan: string, value: V) => readonly (string | number)[],
  ): NonNullable<FuncKeywordDefinition['compile']> {
    return (operand: UnevaluatedOperand, parentSchema: AnySchemaObject): DataValidateFunction => {
      const validate: DataValidateFunction = (value: V, context?: DataValidationCxt) => {
        const errors: Partial<ErrorObject>[] = [];
        for (const token of leftOver(operand.plan, value)) {
          const at = context?.instancePath ?? '';
          if (operand.forbidden) {
            errors.push({ keyword, instancePath: at, params: { name: token }, parentSchema });
          } else {
            const rest = definitions(operand.rest);
            const item: unknown = Reflect.get(value, token);
            const valid = Reflect.apply(rest, undefined, [
              item,
              { ...context, instancePath: pointerTo(at, token) },
            ]);
            if (valid !== true) errors.push(...(rest.errors ?? []));
          }
          if (errors.length > 0 && !allErrors) break;
        }
        validate.errors = errors;
        return errors.length === 0;
      };
      return validate;
    };
  }

  return [
    {
      keyword: 'unevaluatedItems',
      type: 'array',
      schemaType: 'object',
      errors: 'full',
      compile: judgeRest<readonly JsonValue[]>('unevaluatedItems', (plan, items) =>
        unevaluatedItems(evaluation, plan, items),
      ),
    },
    {
      keyword: 'unevaluatedProperties',
      type: 'object',
      schemaType: 'object',
      errors: 'full',
      compile: judgeRest<JsonObject>('unevaluatedProperties', (plan, object) =>
        unevaluatedProperties(evaluation, plan, object),
      ),
    },
  ];
}

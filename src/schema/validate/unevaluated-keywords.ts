import type { AnySchemaObject, FuncKeywordDefinition } from 'ajv';
import type { JsonObject, JsonValue } from '../../json/value.js';
import { type DefinitionApplier, partOf, reporting } from './definition-applier.js';
import { type Evaluation, unevaluatedItems, unevaluatedProperties } from './evaluation.js';
import type { Translation, UnevaluatedOperand } from './translation.js';

/** `unevaluatedItems` and `unevaluatedProperties` as JSON Schema has them. */
export function unevaluatedKeywords(
  plans: Translation['plans'],
  applier: DefinitionApplier,
): FuncKeywordDefinition[] {
  /** Judges what a plan leaves over by the definition for the rest. */
  function judgeRest<V extends JsonObject | readonly JsonValue[]>(
    keyword: string,
    leftOver: (evaluation: Evaluation, plan: string, value: V) => readonly (string | number)[],
  ) {
    return ({ plan, rest, forbidden }: UnevaluatedOperand, parentSchema: AnySchemaObject) =>
      reporting<V>((value, context, errors) => {
        const evaluation: Evaluation = {
          plans,
          isValid: (name, index) =>
            index === undefined
              ? applier.isValid(name, value, context)
              : applier.isValid(name, Reflect.get(value, index), partOf(context, index)),
        };
        for (const token of leftOver(evaluation, plan, value)) {
          if (errors.length >= applier.enough) return;
          const instancePath = context?.instancePath ?? '';
          if (forbidden) errors.push({ keyword, instancePath, params: { name: token }, parentSchema });
          else applier.applyToPart(rest, value, token, context, errors);
        }
      });
  }

  return [
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

import type { AnySchemaObject, FuncKeywordDefinition } from 'ajv';
import type { JsonObject, JsonValue } from '../../json/value.js';
import { type Context, type DefinitionApplier, type Errors, reporting } from './definition-applier.js';
import type { Translation } from './translation.js';

/**
 * Keywords that apply definitions by their names: `refersTo` one of them, `each:properties`, `each:allOf` …
 * a group of them as `properties`, `allOf` … would.
 */
export function groupKeywords(
  groups: Translation['groups'],
  applier: DefinitionApplier,
): FuncKeywordDefinition[] {
  const members = (id: string): readonly string[] => [...(groups.get(id)?.values() ?? [])];
  return [
    group('refersTo', (name: string) => applier.referenceTo(name)),
    {
      ...group('each:properties', (id: string) => {
        const definitions = groups.get(id);
        return reporting<JsonObject>((object, context, errors) => {
          for (const token of Object.keys(object)) {
            if (errors.length >= applier.enough) return;
            const name = definitions?.get(token);
            if (name !== undefined) applier.applyToPart(name, object, token, context, errors);
          }
        });
      }),
      type: 'object',
    },
    group('each:allOf', (id: string) => {
      const names = members(id);
      return reporting<JsonValue>((value, context, errors) => {
        for (const name of names) {
          if (errors.length >= applier.enough) return;
          applier.apply(name, value, context, errors);
        }
      });
    }),
    group('each:anyOf', (id: string, parentSchema: AnySchemaObject) => {
      const names = members(id);
      return reporting<JsonValue>((value, context, errors) => {
        const found: Errors = [];
        if (names.some((name) => applier.apply(name, value, context, found))) return;
        errors.push(summary('each:anyOf', parentSchema, context), ...found);
      });
    }),
    group('each:oneOf', (id: string, parentSchema: AnySchemaObject) => {
      const names = members(id);
      return reporting<JsonValue>((value, context, errors) => {
        const found: Errors = [];
        let matching = 0;
        for (const name of names) {
          if (applier.apply(name, value, context, found)) matching++;
          if (matching > 1) break;
        }
        if (matching === 1) return;
        errors.push(summary('each:oneOf', parentSchema, context), ...(matching === 0 ? found : []));
      });
    }),
  ];
}

/** A keyword whose value is the name of a definition or of a group. */
function group(
  keyword: string,
  compile: NonNullable<FuncKeywordDefinition['compile']>,
): FuncKeywordDefinition {
  return { keyword, schemaType: 'string', errors: 'full', compile };
}

function summary(keyword: string, parentSchema: AnySchemaObject, context: Context): Errors[number] {
  return { keyword, instancePath: context?.instancePath ?? '', params: {}, parentSchema };
}

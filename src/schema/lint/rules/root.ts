import { own } from '../../dialect/draft.js';
import { found, nothing, type Rule } from '../rule.js';

const wrapRoot = 'Put the answer under a property of an object, or let adapt mode wrap it.';

/** If one of these stands in place of a type, it is a finding of its own. */
const insteadOfType = ['$ref', 'anyOf', 'oneOf'];

export const ROOT_RULES: readonly Rule[] = [
  {
    code: 'boolean_root',
    severity: 'error',
    sources: ['L', 'N', 'E3'],
    about: 'A root that is `true` or `false`',
    fix: 'Describe the answer with a schema that is an object.',
    on: { boolean: true },
    check: ({ parent, value }) =>
      parent === undefined ? found(`The root is ${value}, but it must be an object.`) : nothing,
  },
  {
    code: 'root_type',
    severity: 'error',
    sources: ['D', 'N', 'R', 'E13'],
    about: 'A root that is not `"type": "object"`',
    fix: wrapRoot,
    // At the keyword if there is one, else at the schema.
    on: { schema: true, keywords: ['type'] },
    check({ schema, parent, keyword }) {
      const type = own(schema, 'type');
      if (parent !== undefined || type === 'object') return nothing;
      if (keyword !== undefined) {
        return found(`The root has the type ${JSON.stringify(type)}, but it must be "object".`);
      }
      if (type !== undefined || insteadOfType.some((name) => Object.hasOwn(schema, name))) return nothing;
      return found(
        'The root has no "type", but it must be "object".',
        'Add "type": "object"; put any other answer under a property of an object.',
      );
    },
  },
  {
    code: 'root_union',
    severity: 'error',
    sources: ['D', 'N', 'J', 'E13'],
    about: 'A root with `anyOf` or `oneOf`',
    fix: 'Put the union under a property of an object, or let adapt mode wrap it.',
    on: { keywords: ['anyOf', 'oneOf'] },
    check: ({ parent, keyword }) =>
      parent === undefined ? found(`The root has "${keyword}", but it must be a single object.`) : nothing,
  },
  {
    code: 'root_ref',
    severity: 'error',
    sources: ['D', 'N'],
    about: 'A root that is a `$ref`',
    fix: 'Replace the reference with the schema that it refers to.',
    on: { keywords: ['$ref'] },
    check: ({ parent }) =>
      parent === undefined ? found('The root is a "$ref", but it must be an object itself.') : nothing,
  },
];

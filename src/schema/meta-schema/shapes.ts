/** What a keyword's value must look like. */
export type Shape = SchemaShape | ScalarShape;

/** Shapes that hold schemas. */
type SchemaShape =
  | 'schema'
  | 'object-or-boolean-schema'
  | 'schema-list'
  | 'schema-or-list'
  | 'schema-map'
  | 'pattern-map'
  | 'dependency-map';

/** Shapes that hold no schema. */
export type ScalarShape =
  | 'name-list-map'
  | 'boolean-map'
  | 'string'
  | 'pattern'
  | 'id'
  | 'anchor'
  | 'boolean'
  | 'number'
  | 'positive-number'
  | 'count'
  | 'name-list'
  | 'filled-name-list'
  | 'type'
  | 'list'
  | 'filled-set'
  | 'anything';

/** Completes "must be …" for a person. */
export const wanted: Readonly<Record<Shape, string>> = {
  schema: 'a schema',
  'object-or-boolean-schema': 'a schema, true or false',
  'schema-list': 'an array of at least one schema',
  'schema-or-list': 'a schema or an array of at least one schema',
  'schema-map': 'an object whose values are schemas',
  'pattern-map': 'an object that maps regular expressions to schemas',
  'dependency-map': 'an object whose values are schemas or arrays of property names',
  'name-list-map': 'an object whose values are arrays of different property names',
  'boolean-map': 'an object whose values are true or false',
  string: 'a string',
  pattern: 'a regular expression that JavaScript understands',
  id: 'a URI reference without a fragment',
  anchor: 'a name of letters, digits, ".", "-" and "_" that begins with a letter or "_"',
  boolean: 'true or false',
  number: 'a number',
  'positive-number': 'a number greater than 0',
  count: 'a whole number that is not negative',
  'name-list': 'an array of different property names',
  'filled-name-list': 'an array of at least one property name, all different',
  type: 'one of "string", "number", "integer", "boolean", "object", "array" and "null", or an array of different ones',
  list: 'an array',
  'filled-set': 'an array of at least one value, all different',
  anything: 'any value',
};

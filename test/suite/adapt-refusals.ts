/**
 * Groups of the JSON Schema Test Suite that are refused before anything runs, because no value at all is
 * valid for them: none of their tests has a valid one. There is nothing to ask a model for.
 */
export const expectedRefusals: ReadonlyMap<string, string> = new Map([
  ["boolean_schema / boolean schema 'false'", 'the schema is false'],
  ['ref / $ref to boolean schema false', 'the schema is false by another name'],
  ['allOf / allOf with boolean schemas, some false', 'one of the parts is false'],
  ['allOf / allOf with boolean schemas, all false', 'all of the parts are false'],
  ['anyOf / anyOf with boolean schemas, all false', 'all of the alternatives are false'],
  ['oneOf / oneOf with boolean schemas, all false', 'all of the alternatives are false'],
  ['enum / empty enum', 'there is no value to choose'],
]);

/** One encoding. All JSON is text here, so that `__proto__` is a name like any other. */
export interface Example {
  readonly title: string;
  readonly text: string;
  /** A schema of its own, or of the property `x` of a closed object; `x?` is not required. */
  readonly of: 'root' | 'x' | 'x?';
  readonly schema: string;
  /** Values of the whole schema. */
  readonly values: readonly string[];
  readonly narrow?: false;
}

const city =
  '{"type":"object","properties":{"city":{"type":"string"}},"required":["city"],"additionalProperties":false}';
const part =
  '{"type":"object","properties":{"name":{"type":"string"},"parts":{"type":"array","items":{"$ref":"#"}}},"required":["name","parts"],"additionalProperties":false}';
const cat =
  '{"title":"Cat","type":"object","properties":{"name":{"type":"string"}},"required":["name"],"additionalProperties":false}';
const merged =
  '{"allOf":[{"type":"object","properties":{"id":{"type":"integer","minimum":1}},"required":["id"]},{"properties":{"id":{"maximum":9},"note":{"type":"string"}},"required":["note"]}]}';

export const EXAMPLES: readonly Example[] = [
  {
    title: 'Optional: nullable',
    text: 'Null stands for absence.',
    of: 'x?',
    schema: '{"type":"string"}',
    values: ['{"x":"a"}', '{}'],
  },
  {
    title: 'Optional and nullable: null, or `{"isNull": true}`',
    text: 'Null still stands for absence, so a null that is meant is an object.',
    of: 'x?',
    schema: '{"type":["string","null"]}',
    values: ['{"x":"a"}', '{}', '{"x":null}'],
  },
  {
    title: 'OpenAPI `nullable`: null',
    text: 'Null, or what the rest of the schema says: beside any keyword, wherever a reference leads. A `discriminator` fixes the tag of each referenced branch to the values of its mapping. One beside no `oneOf` or `anyOf` (its subtypes then refer to it with `allOf`) changes nothing. A branch of a `oneOf` whose values all match another branch too is left out, since `oneOf` rejects them; if no branch is left and a value is required, the schema is refused (`indistinct_branches`).',
    of: 'x',
    schema: '{"type":"string","enum":["a","b"],"nullable":true}',
    values: ['{"x":null}'],
  },
  {
    title: 'Map: key/value pairs',
    text: '`patternProperties` and `propertyNames` are told or said at the key.',
    of: 'x',
    schema: '{"type":"object","additionalProperties":{"type":"integer"}}',
    values: ['{"x":{"a":1,"b":2}}'],
  },
  {
    title: 'Open object: `otherProperties`',
    text: 'Where `additionalProperties` allows more, or, as here, where it is silent and `--no-narrow` is given.',
    of: 'root',
    schema: '{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}',
    values: ['{"a":"b"}', '{"a":"b","c":[1]}'],
    narrow: false,
  },
  {
    title: 'Any value: JSON text',
    text: '`{}` and `true`, and what is too deep or too much for a strict schema.',
    of: 'x',
    schema: '{}',
    values: ['{"x":{"a":[1]}}', '{"x":"a"}'],
  },
  {
    title: 'Tuple: `item1`, `item2`, … and `rest`',
    text: '`items` as a list, as drafts before 2020-12 have it, is the same.',
    of: 'x',
    schema:
      '{"type":"array","prefixItems":[{"type":"string"},{"type":"number"}],"items":{"type":"boolean"},"minItems":1}',
    values: ['{"x":["a",1,true]}', '{"x":["a"]}'],
  },
  {
    title: 'Root that is not an object: `{"value": …}`',
    text: 'So it is with a union, a map and a `true` at the root.',
    of: 'root',
    schema: '{"type":"array","items":{"type":"string"}}',
    values: ['["a","b"]'],
  },
  {
    title: '`oneOf`: `anyOf`',
    text: 'That no more than one of them holds is checked on the answer.',
    of: 'x',
    schema: '{"oneOf":[{"type":"string"},{"type":"array","items":{"type":"string"}}]}',
    values: ['{"x":["a"]}'],
  },
  {
    title: 'Alternatives that look alike: `variant`',
    text: 'Named by the title or the definition, else by what they are. Where a `const` tells them apart, it comes first and nothing is added.',
    of: 'x',
    schema: `{"anyOf":[${cat},${cat.replace('Cat', 'Dog').replace('{"type":"string"}', '{"type":["string","null"]}')}]}`,
    values: ['{"x":{"name":"Tom"}}', '{"x":{"name":null}}'],
  },
  {
    title: '`allOf`: merged',
    text: '',
    of: 'x',
    schema: merged,
    values: ['{"x":{"id":1,"note":"a"}}'],
  },
  {
    title: '`const` and `enum`: typed',
    text: 'An `enum` of several types becomes one alternative a type.',
    of: 'x',
    schema: '{"const":"v1"}',
    values: ['{"x":"v1"}'],
  },
  {
    title: 'Objects and arrays in `enum`: labels',
    text: 'The label is the JSON text of the value.',
    of: 'x',
    schema: '{"enum":["auto",{"width":80}]}',
    values: ['{"x":"auto"}', '{"x":{"width":80}}'],
  },
  {
    title: '`__proto__`: another name',
    text: 'Many programs would lose a property of that name on the way.',
    of: 'root',
    schema:
      '{"type":"object","properties":{"__proto__":{"type":"string"}},"required":["__proto__"],"additionalProperties":false}',
    values: ['{"__proto__":"a"}'],
  },
  {
    title: '`$ref` into anywhere: a definition at the top',
    text: 'What stands beside a reference is merged with it, in the drafts that do not ignore it (from 2019-09 on). A description stays where it is.',
    of: 'root',
    schema: `{"type":"object","properties":{"from":${city},"to":{"$ref":"#/properties/from","description":"The end."}},"required":["from","to"],"additionalProperties":false}`,
    values: ['{"from":{"city":"Rome"},"to":{"city":"Oslo"}}'],
  },
  {
    title: 'Recursion: through a definition too',
    text: '',
    of: 'root',
    schema: part,
    values: ['{"name":"a","parts":[{"name":"b","parts":[]}]}'],
  },
  {
    title: 'Keyword that cannot be sent: stated in the description',
    text: 'More of them are in the table of what is dropped.',
    of: 'x',
    schema: '{"type":"array","items":{"type":"string"},"uniqueItems":true,"description":"Names"}',
    values: ['{"x":["a","b"]}'],
  },
];

/** Schemas of `x` that leave something open, and a valid value of `x` that the wire then has no place for. */
export const NARROWED: readonly (readonly [schema: string, shutOut: string])[] = [
  ['{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}', '{"a":"b","c":1}'],
  ['{"type":"object","patternProperties":{"^x-":{"type":"string"}}}', '{"y":1}'],
  ['{"items":{"type":"string"}}', '1'],
  ['{"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}],"items":false}', '["a"]'],
  ['{"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}],"minItems":2}', '["a",1,true]'],
];

/** Schemas of `x`, and a value of `x` that the wire takes and the author's schema refuses; '': there is none. */
export const DROPPED: readonly (readonly [schema: string, refused: string])[] = [
  ['{"type":"string","format":"uri"}', '"no uri"'],
  ['{"type":"string","pattern":"^(?=a)"}', '"b"'],
  ['{"type":"string","maxLength":5}', '"abcdef"'],
  ['{"type":"number","multipleOf":0.01}', '0.001'],
  ['{"type":"array","items":{"type":"string"},"uniqueItems":true}', '["a","a"]'],
  ['{"type":"array","items":{"type":"string"},"contains":{"const":"a"}}', '["b"]'],
  ['{"type":"object","additionalProperties":{"type":"string"},"minProperties":1}', '{}'],
  [
    '{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"dependentRequired":{"a":["b"]}}',
    '{"a":"c"}',
  ],
  ['{"type":"string","not":{"const":"no"}}', '"no"'],
  ['{"type":"string","if":{"minLength":2},"then":{"pattern":"^a"}}', '"bc"'],
  ['{"type":"string","default":"EUR"}', ''],
  ['{"type":"string","examples":["EUR","USD"]}', ''],
  ['{"type":"string","contentEncoding":"base64"}', ''],
  ['{"type":"string","title":"Currency"}', ''],
];

export const REFUSED: readonly string[] = [
  'false',
  '{"allOf":[{"type":"string"},{"type":"number"}]}',
  '{"type":"object","properties":{"next":{"$ref":"#"}},"required":["next"]}',
  '{"type":"object","properties":{"a":{"$ref":"https://example.com/a.json"}}}',
  '{"type":"object","properties":{"a":{"$ref":"#/$defs/a"}}}',
];

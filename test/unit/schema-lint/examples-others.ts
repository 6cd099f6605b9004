import { at, closed, type Examples, object, string, text, withDefinition } from './schemas.js';

export const others = {
  all_of: {
    hits: [[at(text({ allOf: [{ minLength: 1 }] })), '/properties/p/allOf']],
    misses: [closed({ allOf: string })],
  },
  one_of: {
    hits: [[at({ oneOf: [string, { type: 'null' }] }), '/properties/p/oneOf']],
    misses: [closed({ oneOf: string }), at({ anyOf: [string] })],
  },
  not: {
    hits: [[at(text({ not: { const: 'a' } })), '/properties/p/not']],
    misses: [closed({ not: string })],
  },
  conditional: {
    hits: [
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      [at(text({ then: {}, if: {}, else: {} })), '/properties/p/if'],
      [at(text({ else: {} })), '/properties/p/else'],
    ],
    // biome-ignore lint/suspicious/noThenProperty: a property of that name
    misses: [closed({ if: string, then: string, else: string })],
  },
  dependents: {
    hits: [
      [at(object({ dependentRequired: { x: ['x'] } })), '/properties/p/dependentRequired'],
      [at(object({ dependentSchemas: { x: {} } })), '/properties/p/dependentSchemas'],
      [at(object({ dependencies: { x: ['x'] } })), '/properties/p/dependencies'],
    ],
    misses: [closed({ dependencies: string })],
  },
  same_first_key: {
    hits: [
      [
        withDefinition({ anyOf: [{ $ref: '#/$defs/A' }, closed({ x: { type: 'integer' } })] }),
        '/properties/p/anyOf',
      ],
      [
        at({ anyOf: [closed({ k: text({ enum: ['a', 'b'] }) }), closed({ k: text({ const: 'b' }) })] }),
        '/properties/p/anyOf',
      ],
      [at({ anyOf: [closed({ k: text({ const: 'a' }) }), closed({ k: string })] }), '/properties/p/anyOf'],
    ],
    misses: [
      at({ anyOf: [closed({ k: text({ const: 'a' }) }), closed({ k: text({ const: 'b' }) })] }),
      at({ anyOf: [closed({ a: string }), closed({ b: string }), { type: 'null' }] }),
    ],
  },
  ref_constraint: {
    hits: [
      [
        withDefinition({ type: 'object', $ref: '#/$defs/A', minProperties: 1 }),
        '/properties/p/type',
        '/properties/p/minProperties',
      ],
    ],
    misses: [withDefinition({ $ref: '#/$defs/A' }), closed({ $ref: string, type: string })],
  },
  ref_annotation: {
    hits: [
      [
        withDefinition({ title: 't', $ref: '#/$defs/A', description: 'd', default: null }),
        '/properties/p/title',
        '/properties/p/description',
        '/properties/p/default',
      ],
    ],
    misses: [withDefinition({ $ref: '#/$defs/A' }), closed({ $ref: string, description: string })],
  },
  remote_ref: {
    hits: [
      [at({ $ref: 'https://example.com/a.json#/x' }), '/properties/p/$ref'],
      [at({ $ref: 'other.json' }), '/properties/p/$ref'],
    ],
    misses: [withDefinition({ $ref: '#/$defs/A' }), at(text({ enum: ['$ref'] }))],
  },
  dangling_ref: {
    hits: [[at({ $ref: '#/$defs/A' }), '/properties/p/$ref']],
    misses: [withDefinition({ $ref: '#/$defs/A' }), at(text({ description: '#/$defs/A' }))],
  },
  ref_target: {
    hits: [
      [
        closed({ a: closed({ b: string }), c: { $ref: '#/properties/a/properties/b' } }),
        '/properties/c/$ref',
      ],
      [withDefinition({ $ref: '#/$defs/A/properties/x' }), '/properties/p/$ref'],
    ],
    misses: [withDefinition({ $ref: '#/$defs/A' }), at({ anyOf: [{ $ref: '#' }, { type: 'null' }] })],
  },
  definitions: {
    hits: [[{ ...at(string), definitions: { A: string } }, '/definitions']],
    misses: [closed({ definitions: string }), withDefinition(string)],
  },
  nested_definitions: {
    hits: [[at(object({ $defs: { A: string } })), '/properties/p/$defs']],
    misses: [withDefinition(string), closed({ $defs: string })],
  },
  nested_identifier: {
    hits: [
      [at(text({ $id: 'https://example.com/x' })), '/properties/p/$id'],
      [{ ...at(string), $anchor: 'a' }, '/$anchor'],
      [{ ...at(text({ $dynamicAnchor: 'a' })) }, '/properties/p/$dynamicAnchor'],
    ],
    misses: [{ $id: 'https://example.com/x', ...at(string) }, closed({ $id: string, $anchor: string })],
  },
  format: {
    hits: [
      [at(text({ format: 'uri' })), '/properties/p/format'],
      [at(text({ format: 'constructor' })), '/properties/p/format'],
    ],
    misses: [at(text({ format: 'date-time' })), closed({ format: string })],
  },
  pattern_lookaround: {
    hits: [
      '(?=a)',
      'a(?!b)',
      '(?<=a)b',
      '(?<!a)',
      String.raw`(a)\1`,
      String.raw`(?<name>a)\k<name>`,
      String.raw`\bword(?=s)`,
      String.raw`^(?!^[-+.]*$)[+-]?0*\d*\.?\d*$`,
    ].map((pattern) => [at(text({ pattern })), '/properties/p/pattern']),
    misses: [
      ...['^[a-z]+$', '(?:a|b)*', String.raw`\(\?=`, '[(?=]', '(?<name>a)', String.raw`[\1]`].map((pattern) =>
        at(text({ pattern })),
      ),
      closed({ pattern: string }),
    ],
  },
  pattern_syntax: {
    hits: ['(?<name>a)', String.raw`\bword`, String.raw`[\p{L}]`, '(?i:a)'].map((pattern) => [
      at(text({ pattern })),
      '/properties/p/pattern',
    ]),
    misses: [
      ...[
        '^[a-z]+$',
        '(?:a|b)*',
        String.raw`\(\?=`,
        '[(?=]',
        String.raw`[\b]`,
        String.raw`\\b`,
        String.raw`\d{3}`,
      ].map((pattern) => at(text({ pattern }))),
      closed({ pattern: string }),
    ],
  },
  max_length: {
    hits: [[at(text({ maxLength: 5 })), '/properties/p/maxLength']],
    misses: [closed({ maxLength: string })],
  },
  unsafe_integer: {
    hits: [
      [at({ type: 'integer', maximum: 2 ** 53 }), '/properties/p/maximum'],
      [at({ type: 'integer', enum: [1, -(2 ** 53)] }), '/properties/p/enum/1'],
      [at({ type: 'integer', default: { 'a/b': [2 ** 60] } }), '/properties/p/default/a~1b/0'],
    ],
    misses: [at({ type: 'integer', maximum: 2 ** 53 - 1 }), at({ type: 'number', minimum: 0.1 })],
  },
  default: {
    hits: [[at(text({ default: null })), '/properties/p/default']],
    misses: [closed({ default: string })],
  },
  title: { hits: [[{ title: 't', ...at(string) }, '/title']], misses: [closed({ title: string })] },
  annotation: {
    hits: [
      [at(text({ examples: ['a'] })), '/properties/p/examples'],
      [{ $comment: 'c', ...at(string) }, '/$comment'],
      [at(text({ $schema: 'http://json-schema.org/draft-07/schema#' })), '/properties/p/$schema'],
    ],
    misses: [
      { $schema: 'http://json-schema.org/draft-07/schema#', ...at(string) },
      at(text({ description: 'd' })),
      closed({ examples: string }),
    ],
  },
  content: {
    hits: [[at(text({ contentMediaType: 'text/html' })), '/properties/p/contentMediaType']],
    misses: [closed({ contentMediaType: string })],
  },
  unknown_keyword: {
    hits: [
      [at(text({ pattren: 'a' })), '/properties/p/pattren'],
      [{ ...at(string), 'x-order': 1 }, '/x-order'],
      [at(text({ constructor: 1, '': 2 })), '/properties/p/constructor', '/properties/p/'],
    ],
    misses: [at(text({ minLength: 1 })), closed({ pattren: string })],
  },
} satisfies Examples;

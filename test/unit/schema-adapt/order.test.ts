import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fromEntries, jsonText, keysOf } from '../../../src/json/exact.js';
import type { JsonObject } from '../../../src/json/value.js';
import { checkAnswer } from '../../../src/outcome/check-answer.js';
import { compileSource } from '../../../src/schema/compile-schema.js';

const names = fc.uniqueArray(
  fc.oneof(fc.nat(12).map(String), fc.constantFrom('a', 'b', '-1', '01', '1.5', '4294967295', '__proto__')),
  { minLength: 1, maxLength: 8 },
);

it('any names of properties, definitions and keys keep the order in which they were written', () => {
  fc.assert(
    fc.property(names, names, fc.boolean(), (properties, keys, required) => {
      const definitions = properties.map((name) => [name, { type: 'integer' }] as const);
      const text = jsonText({
        type: 'object',
        properties: fromEntries<unknown>([
          ...properties.map((name) => [name, { $ref: `#/$defs/${name}` }] as const),
          ['map', { type: 'object', additionalProperties: { type: 'integer' } }],
        ]),
        ...(required ? { required: [...properties].reverse() } : {}),
        $defs: fromEntries(definitions),
      });
      const schema = compileSource({ kind: 'text', text, format: 'json', name: 's' }, { mode: 'adapt' });
      if ('kind' in schema) throw new Error(schema.message);
      const wire = schema.wire as { properties: JsonObject; required: string[] };
      const expected = [...properties.map((name) => (name === '__proto__' ? 'proto__' : name)), 'map'];
      expect(keysOf(wire.properties)).toEqual(expected);
      expect(wire.required).toEqual(expected);

      const value = jsonText(
        fromEntries<unknown>([
          ...properties.map((name) => [name, 1] as const),
          ['map', fromEntries(keys.map((key) => [key, 2] as const))],
        ]),
      );
      const pairs = keys.map((key) => ({ key, value: 2 }));
      const answer = jsonText(
        fromEntries<unknown>([...expected.slice(0, -1).map((name) => [name, 1] as const), ['map', pairs]]),
      );
      const verdict = checkAnswer(answer, { schema, validate: true });
      expect(verdict.kind).toBe('ok');
      expect(jsonText('value' in verdict ? verdict.value : null)).toBe(value);
      const encoded = schema.encode('value' in verdict ? verdict.value : null);
      expect(jsonText(encoded.ok ? encoded.value : null)).toBe(answer);
    }),
  );
});

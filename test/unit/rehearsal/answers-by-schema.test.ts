import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../src/json/value.js';
import { AnswersBySchema } from '../../../src/rehearsal/answers-by-schema.js';

describe('AnswersBySchema', () => {
  const ask = (answers: AnswersBySchema, schema?: JsonValue) => {
    const body = schema === undefined ? {} : { text: { format: { schema } } };
    const reply = answers.replyTo({ index: 0, body });
    const [item] = reply.kind === 'stream' ? reply.items : [];
    return item?.kind === 'message' && item.parts[0]?.kind === 'text' ? item.parts[0].text : null;
  };

  it('answers each schema with its own value, whatever the order of its members', () => {
    const answers = new AnswersBySchema();
    answers.put({ type: 'object', title: 'a' }, { a: 1 });
    answers.put({ type: 'object', title: 'b' }, { b: 1 });
    expect(ask(answers, { title: 'a', type: 'object' })).toBe('{"a":1}');
    expect(ask(answers, { title: 'b', type: 'object' })).toBe('{"b":1}');
  });

  it('keeps an answer until its last user removes it', () => {
    const answers = new AnswersBySchema();
    const schema = { type: 'object' };
    const [first, second] = [answers.put(schema, { a: 1 }), answers.put(schema, { a: 1 })];
    first();
    expect(ask(answers, schema)).toBe('{"a":1}');
    second();
    expect(ask(answers, schema)).toContain('rehearsal');
  });

  it('answers a request without a schema, after the delay', () => {
    const answers = new AnswersBySchema(30);
    expect(ask(answers)).toContain('no work was done');
    expect(answers.replyTo({ index: 0, body: {} })).toMatchObject({ delayMs: 30 });
  });
});

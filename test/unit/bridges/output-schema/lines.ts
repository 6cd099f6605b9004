import fc from 'fast-check';
import {
  type InjectorOptions,
  SchemaInjector,
} from '../../../../src/bridges/output-schema/schema-injector.js';

export const WIRE = '{"type":"object"}';

/** What comes out for these pieces. */
export function injected(pieces: readonly Buffer[], options: Partial<InjectorOptions> = {}): Buffer {
  const out: Buffer[] = [];
  const injector = new SchemaInjector({ schema: WIRE, ...options });
  for (const piece of pieces) injector.push(piece, (bytes) => out.push(bytes));
  injector.end((bytes) => out.push(bytes));
  return Buffer.concat(out);
}

export function injectedText(text: string, options: Partial<InjectorOptions> = {}): string {
  return injected([Buffer.from(text)], options).toString();
}

/** The bytes cut at these fractions of their length. */
export function cut(bytes: Buffer, fractions: readonly number[]): Buffer[] {
  const ends = [...new Set(fractions.map((part) => Math.floor(part * bytes.length)))].sort((a, b) => a - b);
  const pieces: Buffer[] = [];
  let from = 0;
  for (const end of [...ends, bytes.length]) {
    pieces.push(bytes.subarray(from, end));
    from = end;
  }
  return pieces;
}

export const anyCuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 });

/** A name, spelled plainly or with escapes, as JSON allows. */
export function spelled(name: string): fc.Arbitrary<string> {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return fc
    .array(fc.integer({ min: 0, max: 5 }), { minLength: name.length, maxLength: name.length })
    .map(
      (dice) =>
        `"${[...name].map((c, i) => (dice[i] === 0 ? escaped(c) : c === '/' && dice[i] === 1 ? '\\/' : c)).join('')}"`,
    );
}

const blank = fc.constantFrom('', '', '', ' ', '\t', ' \r ');
const value = fc.oneof(
  fc.json({ maxDepth: 3 }),
  fc.constantFrom(
    '1e400',
    '-0.0',
    '12345678901234567890',
    '"\\ud800"',
    '"}{][,:\\"\\\\"',
    '{"a":1,"a":2}',
    '{"outputSchema":null}',
    '{"params":{}}',
    '[[[]]]',
    '"ж\u2028"',
  ),
);
const otherMember = fc
  .tuple(fc.constantFrom('x', 'threadId', 'input', 'Method', 'outputschema', '__proto__', ''), value)
  .map(([name, text]) => [JSON.stringify(name), text] as const);

/** The value of `outputSchema` in a request: absent, null, or one of the caller's. */
export type Given = 'absent' | 'null' | '{"mine":1}' | 'false';

export interface Line {
  readonly text: string;
  /** What the line is to become. */
  readonly expected: string;
}

/** An object's text with blanks between all tokens; a mark stands where a further member would go. */
function object(
  members: readonly (readonly [string, string])[],
  blanks: readonly string[],
  mark = '',
): string {
  let index = 0;
  const gap = () => blanks[index++ % blanks.length] ?? '';
  const written = members.map(([key, text]) => `${gap()}${key}${gap()}:${gap()}${text}${gap()}`);
  return `{${written.length === 0 ? gap() : written.join(',')}${mark}}`;
}

const PLACE = '\u0000';

/** Requests of every kind, members in any order, with what each is to become by construction. */
export const anyLine: fc.Arbitrary<Line> = fc
  .record({
    method: fc.oneof(
      { weight: 3, arbitrary: spelled('turn/start') },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          '"turn/steer"',
          '"turn/start "',
          '"thread/start"',
          'null',
          '["turn/start"]',
          '1',
        ),
      },
    ),
    schemaKey: spelled('outputSchema'),
    paramsKey: spelled('params'),
    methodKey: spelled('method'),
    given: fc.constantFrom<Given>('absent', 'absent', 'null', '{"mine":1}', 'false'),
    others: fc.array(otherMember, { maxLength: 4 }),
    beside: fc.array(otherMember, { maxLength: 2 }),
    order: fc.infiniteStream(fc.nat()),
    blanks: fc.array(blank, { minLength: 1, maxLength: 5 }),
    id: fc.constantFrom('1', '"a\\u0062"', '-3'),
  })
  .map(({ method, schemaKey, paramsKey, methodKey, given, others, beside, order, blanks, id }) => {
    const shuffled = <T>(items: readonly T[]): T[] =>
      items
        .map((item) => ({ item, key: order.next().value ?? 0 }))
        .sort((a, b) => a.key - b.key)
        .map(({ item }) => item);
    const isTurnStart = JSON.parse(method) === 'turn/start';
    const schema =
      given === 'absent' ? [] : [[schemaKey, given === 'null' ? `${PLACE}null${PLACE}` : given] as const];
    const members = shuffled([...others, ...schema]);
    const params = object(members, blanks, given === 'absent' ? PLACE : '');
    const marked = object(
      shuffled([...beside, ['"id"', id], [methodKey, method], [paramsKey, params]] as const),
      blanks,
    );
    const text = marked.replaceAll(PLACE, '');
    const member = `${members.length === 0 ? '' : ','}"outputSchema":${WIRE}`;
    const expected = !isTurnStart
      ? text
      : marked.replace(`${PLACE}null${PLACE}`, () => WIRE).replace(PLACE, () => member);
    return { text, expected };
  });

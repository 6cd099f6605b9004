import { symlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CliBench } from '../support/cli.js';
import { codexLauncher } from '../support/real-codex.js';

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));
const MODULE = `import { z } from 'zod';

const Address = z.object({ street: z.string(), zip: z.string().regex(/^\\d{5}$/).optional() });

const Node = z.object({
  label: z.string(),
  get children() {
    return z.array(Node).optional();
  },
});

export const Order = z.object({
  id: z.string(),
  note: z.string().optional(),
  remark: z.string().nullish(),
  prices: z.record(z.string(), z.number()),
  range: z.tuple([z.number(), z.number()]),
  pair: z.tuple([z.string()], z.boolean()),
  kind: z.discriminatedUnion('type', [
    z.object({ type: z.literal('mail'), to: Address }),
    z.object({ type: z.literal('pickup'), at: z.iso.date() }),
  ]),
  either: z.union([z.string(), z.number(), z.object({ a: z.literal(1) })]),
  currency: z.string().default('EUR'),
  tree: Node,
  meta: z.unknown(),
});
`;

const FULL = {
  id: 'o-1',
  note: 'by the door',
  remark: null,
  prices: { tea: 3.5, '': 0 },
  range: [1, 2],
  pair: ['x', true, false],
  kind: { type: 'mail', to: { street: 'Main', zip: '12345' } },
  either: { a: 1 },
  currency: 'USD',
  tree: { label: 'root', children: [{ label: 'leaf' }, { label: 'twig', children: [] }] },
  meta: { any: ['thing', null] },
};

const SPARE = {
  id: 'o-2',
  prices: {},
  range: [0, 0],
  pair: ['y'],
  kind: { type: 'pickup', at: '2024-02-29' },
  either: 'text',
  currency: 'EUR',
  tree: { label: 'alone' },
  meta: null,
};

let bench: CliBench;
beforeAll(() => {
  bench = new CliBench();
  symlinkSync(MODULES, bench.path('node_modules'));
  bench.write('order.ts', MODULE);
});
afterAll(() => bench.dispose());

describe.concurrent('a zod schema in a module, adapted, with the real codex', () => {
  const rehearse = (...more: string[]) =>
    bench.run([
      ...['run', 'order.ts#Order', 'An order, please.', '--schema-mode', 'adapt', '--skip-git-repo-check'],
      ...['--codex-path', codexLauncher(), '--rehearse', ...more],
    ]);

  it.each([
    ['full', FULL],
    ['spare', SPARE],
  ])('gives a %s answer back as it was meant', async (name, answer) => {
    bench.write(`${name}.json`, JSON.stringify(answer));
    const { code, stdout, stderr } = await rehearse('--rehearse-answer', bench.path(`${name}.json`));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual(answer);
  });

  it('has a sample of its own', async () => {
    const { code, stdout, stderr } = await rehearse('--rehearse-seed', '3');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(Object.keys(JSON.parse(stdout))).toEqual(expect.arrayContaining(['id', 'prices', 'kind', 'tree']));
  });

  it('refuses what the schema refuses', async () => {
    bench.write(
      'bad.json',
      JSON.stringify({ ...SPARE, kind: { type: 'mail', to: { street: 'Main', zip: 'x' } } }),
    );
    const { code, stdout } = await rehearse('--rehearse-answer', bench.path('bad.json'), '--envelope');
    expect(code).toBe(26);
    const { violations, detail } = JSON.parse(stdout);
    expect(violations[0].pointer).toMatch(/^\/kind/);
    expect(detail.schema.adapted).toBe(true);
  });
});

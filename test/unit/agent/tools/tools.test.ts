import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { Agent } from '../../../../src/agent/agent.js';
import { ApplyPatch, ExecCommand, ViewImage } from '../../../../src/agent/tools/builtin-tools.js';
import type { Tool } from '../../../../src/agent/tools/capability.js';
import { functionTool } from '../../../../src/agent/tools/function-tool.js';
import { validateArguments } from '../../../../src/agent/tools/run-function-tool.js';
import { createToolSet } from '../../../../src/agent/tools/tool-set.js';
import type { SchemaInput } from '../../../../src/run/schema-input.js';

const OBJECT = { type: 'object' } as const;
const named = (name: string, inputSchema: SchemaInput = OBJECT) =>
  functionTool({ name, description: 'x', inputSchema, run: () => 'x' });

describe('invalid tools are rejected by the constructor', () => {
  it.each<[readonly Tool[], RegExp]>([
    [[named('a b')], /The tool name "a b" is invalid\. Use only letters/],
    [[named('')], /The tool name "" is invalid/],
    [[named('a'.repeat(129))], /more than 128 characters/],
    [[named('exec_command')], /"exec_command" is reserved for codex/],
    [[named('mcp__x__y')], /is reserved for codex/],
    [[named('a'), named('a')], /Two tools have the name "a"/],
    [[new ApplyPatch(), new ApplyPatch()], /Two tools have the name "apply_patch"/],
    [[new ExecCommand()], /Two tools have the name "exec_command"/],
    [[named('a', { type: 'string' })], /must have "type": "object"/],
    [
      [named('a', { type: 'nonsense' })],
      /The input schema of the tool "a" is invalid: .*not a valid JSON Schema/,
    ],
    [[named('a', { $ref: 'https://example.com/x' })], /The input schema of the tool "a" is invalid: /],
  ])('%#', (tools, message) => {
    expect(() => new Agent({ tools })).toThrow(message);
    expect(() => new Agent({ tools })).toThrow(TypeError);
  });

  it('with a policy if codex never asks about them', () => {
    expect(() => new ViewImage().withApprovalPolicy(undefined as never)).toThrow(
      /codex does not ask before it uses view_image/,
    );
  });
});

describe('arguments', () => {
  const spec = {
    name: 'look_up',
    description: 'x',
    inputSchema: z.object({ when: z.string().transform((text) => new Date(text)), n: z.number().default(1) }),
  };
  const tool = functionTool({
    ...spec,
    run: (args) => {
      expectTypeOf(args).toEqualTypeOf<{ when: Date; n: number }>();
      return 'x';
    },
  });
  const ready = createToolSet([tool]).functions.get('look_up');
  if (ready === undefined) throw new Error('no tool');

  it('are what a Standard Schema makes of them', async () => {
    const raw = { when: '2026-01-02', n: 2 };
    expect(await validateArguments(ready, raw)).toEqual({
      ok: true,
      args: { when: new Date('2026-01-02'), n: 2 },
    });
  });

  it('are typed by a JSON Schema literal as well', () => {
    functionTool({
      name: 'a',
      description: 'x',
      inputSchema: {
        type: 'object',
        properties: { city: { type: 'string' } },
        required: ['city'],
        additionalProperties: false,
      },
      run: (args) => {
        expectTypeOf(args).toEqualTypeOf<{ city: string }>();
        return '';
      },
    });
  });

  it('that are invalid are reported, at most twenty of them', async () => {
    const list = { type: 'object', properties: { xs: { type: 'array', items: { type: 'string' } } } };
    const [many] = createToolSet([named('a', list)]).functions.values();
    if (many === undefined) throw new Error('no tool');
    const checked = await validateArguments(many, { xs: Array.from({ length: 50 }, (_, index) => index) });
    if (checked.ok) throw new Error('accepted');
    expect(checked.message).toContain('- at /xs/0: ');
    expect(checked.message).toContain('- and 30 more');
    expect(checked.message.split('\n')).toHaveLength(23);
  });

  it('that are not an object are rejected', async () => {
    for (const raw of [null, 'x', []]) expect((await validateArguments(ready, raw)).ok).toBe(false);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  PendingCommandExecution,
  PendingFileChange,
  PendingFunctionToolCall,
  type PendingToolCall,
} from '../../../../src/agent/approvals/pending-calls.js';
import type { SandboxExit } from '../../../../src/agent/sandbox/sandbox-exit.js';
import type { JsonValue } from '../../../../src/json/value.js';

const IDS = ['i', 't', 'u'] as const;

interface Command {
  command: string;
  cwd: string | null;
  reason: string | null;
  shell: string | null;
  exits: readonly SandboxExit[];
}

function command({ exits, ...parts }: Command): PendingToolCall {
  const whole = { ...parts, commandLine: parts.command, additionalPermissions: null };
  return new PendingCommandExecution(IDS, whole, exits);
}

interface File {
  kind: 'add' | 'delete' | 'update';
  path: string;
  movedTo: string | null;
}

function change(files: readonly File[], reason: string | null = null): PendingToolCall {
  const whole = files.map((file) => ({
    ...file,
    diff: '',
    realPath: file.path,
    movedToRealPath: file.movedTo,
    outsideWorkspace: false,
  }));
  return new PendingFileChange(IDS, whole, reason, []);
}

const tool = (name: string, args: JsonValue): PendingToolCall =>
  new PendingFunctionToolCall(IDS, name, args, args);
const run = (text: string, more: Partial<Command> = {}): PendingToolCall =>
  command({ command: text, cwd: '/w', reason: null, shell: null, exits: [], ...more });

/** Texts that differ in what does not show, or that say what a description says. */
const PIECES = [
  ...[
    '`',
    '\\',
    '\\n',
    '\n',
    '\\u{202e}',
    '\u202e',
    '\u200b',
    '\\`',
    '\r',
    '\t',
    '\u0000',
    '\u001b[2K',
    '\u007f',
  ],
  ...[
    ' ',
    '\u00a0',
    '\u2003',
    '\u3000',
    '\u2800',
    '\ud800',
    '\udc00',
    '\u0301',
    '\u20dd',
    '\ufeff',
    '\u{e0041}',
  ],
  ...[
    '` in /w',
    ', outside the sandbox',
    ' (the reason given: `',
    '`).',
    '.',
    '"',
    '\\"',
    '/',
    'a',
    'é',
    '👍',
    '…',
  ],
  ...[
    '[1 characters more, sha256 0]',
    ' and move it to ',
    ', add ',
    'update ',
    '{"a":1}',
    '\u2028',
    '\u0085',
  ],
];
const text = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 6 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 12 }),
  // Long texts that differ in what is cut out.
  fc
    .tuple(fc.integer({ min: 150, max: 400 }), fc.constantFrom(...PIECES), fc.nat(400))
    .map(([length, piece, at]) => {
      const long = 'x'.repeat(length);
      return long.slice(0, at) + piece + long.slice(at);
    }),
);
const option = fc.option(text, { nil: null });
const exits = fc.constantFrom<readonly SandboxExit[]>(
  [],
  [{ kind: 'escalated' }],
  [{ kind: 'unknown' }],
  [{ kind: 'noSandbox' }],
  [{ kind: 'retry' }],
  [{ kind: 'morePermissions', permissions: { network: { enabled: true } } }],
  [{ kind: 'morePermissions', permissions: { network: null } }],
);
const file = fc.record({ kind: fc.constantFrom('add', 'delete', 'update'), path: text, movedTo: option });
/** What tells calls apart, and the call. */
const anyCall: fc.Arbitrary<readonly [unknown, PendingToolCall]> = fc.oneof(
  fc
    .record({ command: text, cwd: option, reason: option, shell: option, exits })
    .map((parts) => [['run', parts], command(parts)] as const),
  fc
    .tuple(fc.array(file, { minLength: 1, maxLength: 8 }), option)
    .map(([files, reason]) => [['change', files, reason], change(files, reason)] as const),
  fc
    .tuple(text, fc.jsonValue({ stringUnit: 'binary' }) as fc.Arbitrary<JsonValue>)
    .map(([name, args]) => [['call', name, args], tool(name, args)] as const),
);
const key = (value: unknown) =>
  JSON.stringify(value, (_, member: unknown) => (Object.is(member, -0) ? 'minus zero' : member));

describe('a description', () => {
  it('is different for different calls', () => {
    const seen = new Map<string, string>();
    fc.assert(
      fc.property(anyCall, ([told, call]) => {
        const known = seen.get(call.describe()) ?? key(told);
        seen.set(call.describe(), known);
        expect(known).toBe(key(told));
      }),
      { numRuns: 3_000 },
    );
  });

  it('is different for texts that differ a little', () => {
    const nearly = fc.tuple(text, fc.constantFrom(...PIECES), fc.constantFrom(...PIECES), text);
    fc.assert(
      fc.property(nearly, ([before, one, other, after]) => {
        fc.pre(one !== other && before + one + after !== before + other + after);
        const [a, b] = [before + one + after, before + other + after];
        expect(run(a).describe()).not.toBe(run(b).describe());
        expect(run('x', { cwd: a }).describe()).not.toBe(run('x', { cwd: b }).describe());
        expect(run('x', { reason: a }).describe()).not.toBe(run('x', { reason: b }).describe());
        const added = (path: string) => change([{ kind: 'add', path, movedTo: null }]).describe();
        expect(added(a)).not.toBe(added(b));
        expect(tool('f', { a }).describe()).not.toBe(tool('f', { a: b }).describe());
        expect(tool('f', { [a]: 1 }).describe()).not.toBe(tool('f', { [b]: 1 }).describe());
      }),
      { numRuns: 1_000 },
    );
  });

  it('has no controls, line breaks, direction marks, zero-width characters, and only plain spaces', () => {
    fc.assert(
      fc.property(anyCall, ([, call]) => {
        const described = call.describe();
        expect(described).not.toMatch(/(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u);
        expect(`${call}`).toBe(described);
      }),
      { numRuns: 1_000 },
    );
  });

  it('is quoted so that nothing in a text can end the quotation', () => {
    fc.assert(
      fc.property(text, text, (cmd, reason) => {
        // The words of ours are what is left when each quotation is taken out.
        const words = run(cmd, { reason })
          .describe()
          .replace(/`(?:[^`\\]|\\.)*`/g, '``');
        const cut = '(?:\\[\\d+ characters more, sha256 [0-9a-f]{32}\\]``)?';
        expect(words).toMatch(new RegExp(`^Run \`\`${cut} in /w \\(the reason given: \`\`${cut}\\)\\.$`));
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['echo hi\nrm x', 'Run `echo hi\\nrm x` in /w.'],
    ['echo hi\\nrm x', 'Run `echo hi\\\\nrm x` in /w.'],
    ['a \u202e b', 'Run `a \\u{202e} b` in /w.'],
    ['a \\u{202e} b', 'Run `a \\\\u{202e} b` in /w.'],
    ['echo ` in /safe.', 'Run `echo \\` in /safe.` in /w.'],
    ['rm\u00a0x', 'Run `rm\\u{a0}x` in /w.'],
    ['\u0301echo cafe\u0301', 'Run `\\u{301}echo cafe\u0301` in /w.'],
    ['echo ｀ ˋ', 'Run `echo \\u{ff40} \\u{2cb}` in /w.'],
  ])('of %j', (cmd, described) => {
    expect(run(cmd).describe()).toBe(described);
  });

  it('of a long command has its beginning, its end and a digest', () => {
    const long = (middle: string) => run(`echo ${'a'.repeat(300)}${middle}${'a'.repeat(300)} end`).describe();
    expect(long('; rm -rf x;')).toMatch(
      /^Run `echo a{95}`\[\d+ characters more, sha256 [0-9a-f]{32}\]`a{96} end` in \/w\.$/,
    );
    expect(long('; rm -rf x;')).not.toBe(long('; rm -rf y;'));
  });

  it('of many files has a digest of all of them', () => {
    const files = (last: string): File[] =>
      ['a', 'b', 'c', 'd', 'e', 'f', last].map((path) => ({ kind: 'add', path, movedTo: null }));
    expect(change(files('g')).describe()).toMatch(
      /^Change add a, add b, add c, add d, add e, 2 more \(sha256 [0-9a-f]{32}\)\.$/,
    );
    expect(change(files('g')).describe()).not.toBe(change(files('h')).describe());
  });

  it('quotes paths and names that could pass for its own words', () => {
    const moved = { kind: 'update', path: 'a and move it to b', movedTo: '/w/c d' } as const;
    expect(change([moved]).describe()).toBe('Change update `a and move it to b` and move it to `/w/c d`.');
    expect(run('x', { cwd: '/w. Run' }).describe()).toBe('Run `x` in `/w. Run`.');
    expect(tool('f(1).', {}).describe()).toBe('Call `f(1).`({}).');
    expect(tool('f', { a: '\u202e"`\\' }).describe()).toBe('Call f({"a":"\\u202e\\"`\\\\"}).');
  });
});

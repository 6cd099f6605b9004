import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exitCodeTable } from '../../src/outcome/exit-codes.js';
import { answering, CliBench, COMPLETED, type FakeCodex, message, STARTED } from '../support/cli.js';

const envelopeSchema = JSON.parse(
  readFileSync(new URL('../../schemas/outcome.schema.json', import.meta.url), 'utf8'),
);
const isEnvelope = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true }).compile(
  envelopeSchema,
);

interface Case {
  readonly kind: string;
  readonly exit: number;
  readonly what: string;
  readonly codex?: FakeCodex;
  readonly args?: readonly string[];
  readonly env?: Record<string, string>;
  readonly prepare?: (bench: CliBench) => void;
  /** Fields of the envelope. */
  readonly fields?: object;
  /** Whether codex must have been started; not said where either will do. */
  readonly ran?: boolean;
}

const RUN = ['run', 's.json', 'x'];
const schemaText = (text: string) => ({ prepare: (bench: CliBench) => void bench.write('s.json', text) });

const CASES: readonly Case[] = [
  {
    kind: 'ok',
    exit: 0,
    what: 'a conforming answer',
    fields: { ok: true, value: { name: 'Ada' } },
    ran: true,
  },
  {
    kind: 'schema_encode',
    exit: 10,
    what: 'no such schema',
    args: ['run', 'none.json', 'x'],
    fields: { reason: 'unreadable' },
    ran: false,
  },
  {
    kind: 'schema_encode',
    exit: 10,
    what: 'a directory',
    args: ['run', '.', 'x'],
    fields: { reason: 'unreadable' },
    ran: false,
  },
  {
    kind: 'schema_encode',
    exit: 10,
    what: 'an empty file',
    ...schemaText(''),
    fields: { reason: 'empty' },
    ran: false,
  },
  {
    kind: 'schema_encode',
    exit: 10,
    what: 'no JSON',
    ...schemaText('{"type":'),
    fields: { reason: 'syntax' },
    ran: false,
  },
  {
    kind: 'schema_encode',
    exit: 10,
    what: 'a number',
    ...schemaText('5'),
    fields: { reason: 'not_a_schema' },
    ran: false,
  },
  {
    kind: 'schema_encode',
    exit: 10,
    what: 'a wrong type',
    ...schemaText('{"type":"thing"}'),
    fields: { reason: 'invalid_schema' },
    ran: false,
  },
  {
    kind: 'schema_encode',
    exit: 10,
    what: 'a key twice',
    ...schemaText('{"type":"object","type":"array"}'),
    fields: { reason: 'duplicate_key' },
    ran: false,
  },
  { kind: 'schema_unsupported', exit: 11, what: 'the schema true', ...schemaText('true'), ran: false },
  { kind: 'schema_file', exit: 12, what: 'no temporary directory', env: { TMPDIR: '/no/where' }, ran: false },
  {
    kind: 'unsupported',
    exit: 13,
    what: 'a codex that cannot fork',
    args: ['fork', 's.json', 'id', 'x'],
    prepare: (bench) =>
      void bench.write(
        'bin/codex',
        '#!/bin/sh\n[ "$1" = --version ] && echo codex-cli 0.40.0 && exit\nexit 2\n',
        0o755,
      ),
    ran: false,
  },
  {
    kind: 'turn_failed',
    exit: 20,
    what: 'turn.failed',
    codex: {
      stream: [...STARTED, { type: 'turn.failed', error: { message: 'unexpected status 401 Unauthorized' } }],
      exit: 1,
    },
    fields: { error: { code: 'auth' } },
    ran: true,
  },
  {
    kind: 'process_failed',
    exit: 21,
    what: 'a failing exit',
    codex: { stderr: 'Error: boom\n', exit: 3 },
    fields: { exitCode: 3 },
    ran: true,
  },
  {
    kind: 'process_failed',
    exit: 21,
    what: 'a failing exit after success',
    codex: { stream: answering('{"name":"Ada"}'), exit: 3 },
    fields: { exitCode: 3 },
    ran: true,
  },
  {
    kind: 'process_failed',
    exit: 21,
    what: 'a signal',
    codex: { after: 'kill -KILL $$' },
    fields: { signal: 'SIGKILL' },
    ran: true,
  },
  {
    kind: 'no_terminal',
    exit: 22,
    what: 'a stream that stops',
    codex: { stream: [...STARTED, message('{"name":"Ada"}')] },
    ran: true,
  },
  {
    kind: 'no_structured_output',
    exit: 23,
    what: 'no message',
    codex: { stream: [...STARTED, COMPLETED] },
    ran: true,
  },
  {
    kind: 'invalid_json',
    exit: 24,
    what: 'prose',
    codex: { stream: answering('Sure! It is Ada.') },
    fields: { reason: 'syntax', line: 1 },
    ran: true,
  },
  {
    kind: 'invalid_structured_output',
    exit: 25,
    what: 'a scalar',
    codex: { stream: answering('42') },
    fields: { value: 42 },
    ran: true,
  },
  {
    kind: 'schema_mismatch',
    exit: 26,
    what: 'another shape',
    codex: { stream: answering('{"name":5}') },
    fields: { value: { name: 5 }, violations: [{ pointer: '/name', keyword: 'type' }] },
    ran: true,
  },
  {
    kind: 'timeout',
    exit: 124,
    what: 'the overall limit',
    args: [...RUN, '--timeout', '300ms'],
    codex: { before: 'exec sleep 60' },
    fields: { limit: 'overall', ms: 300 },
  },
  {
    kind: 'timeout',
    exit: 124,
    what: 'the idle limit',
    args: [...RUN, '--idle-timeout', '0.3'],
    codex: { stream: STARTED, after: 'exec sleep 60' },
    fields: { limit: 'idle', ms: 300 },
  },
  {
    kind: 'spawn_failed',
    exit: 126,
    what: 'a codex that is no program',
    args: [...RUN, '--codex-path', 's.json'],
    ran: false,
  },
  {
    kind: 'spawn_failed',
    exit: 126,
    what: 'a codex that is a directory',
    args: [...RUN, '--codex-path', '.'],
    ran: false,
  },
  {
    kind: 'codex_not_found',
    exit: 127,
    what: 'no codex there',
    args: [...RUN, '--codex-path', './none'],
    ran: false,
  },
  {
    kind: 'aborted',
    exit: 130,
    what: 'SIGINT',
    codex: { before: 'kill -INT $PPID; exec sleep 60' },
    fields: { signal: 'SIGINT' },
  },
  {
    kind: 'aborted',
    exit: 143,
    what: 'SIGTERM',
    codex: { before: 'kill -TERM $PPID; exec sleep 60' },
    fields: { signal: 'SIGTERM' },
  },
  {
    kind: 'aborted',
    exit: 129,
    what: 'SIGHUP',
    codex: { before: 'kill -HUP $PPID; exec sleep 60' },
    fields: { signal: 'SIGHUP' },
  },
];

let bench: CliBench;
beforeEach(() => {
  bench = new CliBench();
});
afterEach(() => bench.dispose());

describe('every outcome through the command line', () => {
  it.each(CASES)(
    '$kind ($what)',
    async ({ kind, exit, codex, args = RUN, env = {}, prepare, fields = {}, ran }) => {
      if (codex !== undefined) bench.codex(codex);
      prepare?.(bench);
      const plain = await bench.run(args, { env });
      expect(plain.code).toBe(exit);
      if (ran !== undefined) expect(bench.codexRan()).toBe(ran);
      if (kind === 'ok') expect(plain).toMatchObject({ stdout: '{"name":"Ada"}\n', stderr: '' });
      else {
        expect(plain.stdout).toBe('');
        expect(plain.stderr).toMatch(new RegExp(`^codex-structured: ${kind}: [^\\n]{10,}\\n`));
        expect(plain.stderr).not.toMatch(/\n\s+at /);
      }

      const enveloped = await bench.run([...args, '--envelope'], { env });
      expect(enveloped.code).toBe(exit);
      expect(enveloped.stdout.split('\n')).toHaveLength(2);
      const envelope = JSON.parse(enveloped.stdout);
      expect(isEnvelope(envelope), JSON.stringify(isEnvelope.errors, null, 1)).toBe(true);
      expect(envelope).toMatchObject({ kind, ok: kind === 'ok', ...fields });
      expect(envelope.detail?.events).toBeUndefined();
    },
  );

  it('reaches every row of the table that has no caller in it', () => {
    const ofTheLibrary = ['parse_failed', 'invalid_parse_result'];
    const elsewhere = ['internal', 'usage', 'output', 'tasks_failed'];
    const kinds = exitCodeTable().map((row) => row.kind);
    const reached = new Set(CASES.map((row) => row.kind));
    expect(kinds.filter((kind) => !reached.has(kind)).sort()).toEqual([...ofTheLibrary, ...elsewhere].sort());
  });
});

import { describe, expect, it } from 'vitest';
import type { TurnState } from '../../../src/events/turn-state.js';
import type { AnswerRules } from '../../../src/outcome/check-answer.js';
import { classify } from '../../../src/outcome/classify.js';
import type { TurnEvidence } from '../../../src/outcome/evidence.js';

const GOOD_TURN: TurnState = {
  threadId: 't',
  sawEvent: true,
  sawTurn: true,
  terminal: { type: 'turn.completed' },
  trailingError: null,
  lastError: null,
  message: { text: '{"answer":"a"}', phase: null },
  otherMessages: [],
  messageDropped: false,
  usage: null,
  toolCalls: { total: 0, failed: 0 },
  sawWork: false,
  notices: [],
  format: 'current',
};

const GOOD: TurnEvidence = {
  turn: GOOD_TURN,
  events: [],
  stop: null,
  exitCode: 0,
  signal: null,
  stderr: '',
  durationMs: 1,
  codexVersion: null,
  lingered: false,
};

const ANY_ANSWER: AnswerRules = { schema: null, validate: true };

/** Each row is a cause; every row outranks all rows after it. */
const RANKED: readonly (readonly [string, (evidence: TurnEvidence) => TurnEvidence])[] = [
  ['aborted', (e) => ({ ...e, stop: { kind: 'aborted', signal: 'SIGINT' } })],
  ['unsupported', (e) => ({ ...e, turn: { ...e.turn, format: 'oldest' } })],
  [
    'turn_failed',
    (e) => ({
      ...e,
      turn: { ...e.turn, terminal: { type: 'turn.failed', error: { message: 'Quota exceeded.' } } },
    }),
  ],
  ['process_failed', (e) => ({ ...e, exitCode: 1 })],
  [
    'no_terminal',
    (e) => ({
      ...e,
      turn: { ...e.turn, terminal: e.turn.terminal?.type === 'turn.failed' ? e.turn.terminal : null },
    }),
  ],
  ['invalid_json', (e) => ({ ...e, turn: { ...e.turn, message: { text: 'prose', phase: null } } })],
];

describe('classify', () => {
  it('takes a good turn for an answer', () => {
    expect(classify(GOOD, ANY_ANSWER)).toMatchObject({ kind: 'ok', value: { answer: 'a' } });
  });

  it.each(RANKED.map(([kind], index) => [kind, index] as const))(
    '%s outranks all that comes after it',
    (kind, index) => {
      // The later causes are laid first, so that an earlier one decides only by its rank.
      const evidence = RANKED.slice(index).reduceRight((e, [, lay]) => lay(e), GOOD);
      expect(classify(evidence, ANY_ANSWER).kind).toBe(kind);
      expect(classify((RANKED[index]?.[1] ?? ((e) => e))(GOOD), ANY_ANSWER).kind).toBe(kind);
    },
  );

  it('lets a timeout stand where it came first', () => {
    const verdict = classify({ ...GOOD, stop: { kind: 'timeout', limit: 'idle', ms: 1500 } }, ANY_ANSWER);
    expect(verdict).toMatchObject({
      kind: 'timeout',
      limit: 'idle',
      ms: 1500,
      workMayHaveRun: true,
      retryable: false,
    });
  });

  it('takes a signal for a failed process, also after turn.completed', () => {
    const verdict = classify({ ...GOOD, exitCode: null, signal: 'SIGKILL' }, ANY_ANSWER);
    expect(verdict).toMatchObject({
      kind: 'process_failed',
      exitCode: null,
      signal: 'SIGKILL',
      cause: 'signal',
    });
  });

  it('judges a codex that lingered as if it had exited 0', () => {
    expect(classify({ ...GOOD, exitCode: 143, signal: 'SIGTERM', lingered: true }, ANY_ANSWER).kind).toBe(
      'ok',
    );
  });

  it('takes an error after the last terminal event for turn_failed, also at exit 0', () => {
    const turn = { ...GOOD_TURN, trailingError: 'unexpected status 401 Unauthorized' };
    expect(classify({ ...GOOD, turn }, ANY_ANSWER)).toMatchObject({
      kind: 'turn_failed',
      error: { code: 'auth', native: { message: 'unexpected status 401 Unauthorized' } },
    });
  });

  it('says the position of invalid JSON once', () => {
    const turn = { ...GOOD_TURN, message: { text: '{"a":1} more', phase: null } };
    expect(classify({ ...GOOD, turn }, ANY_ANSWER)).toMatchObject({
      message:
        'The message has more text after its JSON value (line 1, column 9); the unmodified text is in detail.text.',
    });
  });

  it('refuses a turn whose answer line was dropped, whatever an earlier message says', () => {
    const verdict = classify({ ...GOOD, turn: { ...GOOD_TURN, messageDropped: true } }, ANY_ANSWER);
    expect(verdict).toMatchObject({
      kind: 'no_structured_output',
      message: expect.stringContaining('raise that limit'),
    });
  });

  it.each([[null], [''], [' \n\t\u00a0']])('takes the text %j for no output', (text) => {
    const verdict = classify({ ...GOOD, turn: { ...GOOD_TURN, message: { text, phase: null } } }, ANY_ANSWER);
    expect(verdict.kind).toBe('no_structured_output');
  });

  it.each([['1'], ['"x"'], ['true'], ['null'], ['-0.5e3']])(
    'takes the scalar %s for invalid structured output',
    (text) => {
      const verdict = classify(
        { ...GOOD, turn: { ...GOOD_TURN, message: { text, phase: null } } },
        ANY_ANSWER,
      );
      expect(verdict).toMatchObject({ kind: 'invalid_structured_output', value: JSON.parse(text) });
    },
  );
});

describe('what may have run, and whether trying again makes sense', () => {
  const failed = (message: string, sawWork: boolean) =>
    classify(
      { ...GOOD, turn: { ...GOOD_TURN, sawWork, terminal: { type: 'turn.failed', error: { message } } } },
      ANY_ANSWER,
    );

  it.each([
    ['exceeded retry limit, last status: 429 Too Many Requests', false, false, true],
    ['exceeded retry limit, last status: 429 Too Many Requests', true, true, true],
    ['Quota exceeded.', false, false, false],
    ['Quota exceeded.', true, true, false],
    ['{"error":{"message":"m","code":"invalid_json_schema"}}', true, false, false],
    ['stream disconnected before completion', false, false, true],
    ['who knows', true, true, false],
  ])('turn_failed %j after work: %s', (message, sawWork, workMayHaveRun, retryable) => {
    expect(failed(message, sawWork)).toMatchObject({ workMayHaveRun, retryable });
  });

  it('a busy CODEX_HOME ran nothing, where no event came before it', () => {
    const stderr = 'Error: database is locked\n';
    const silent = { ...GOOD_TURN, sawEvent: false, terminal: null, message: null };
    const busy = classify({ ...GOOD, exitCode: 1, stderr, turn: silent }, ANY_ANSWER);
    expect(busy).toMatchObject({
      kind: 'process_failed',
      cause: 'database_locked',
      workMayHaveRun: false,
      retryable: true,
    });
    const late = classify({ ...GOOD, exitCode: 1, stderr }, ANY_ANSWER);
    expect(late).toMatchObject({ cause: 'database_locked', workMayHaveRun: true, retryable: false });
  });

  it.each([
    ['not_trusted_directory', 'Not inside a trusted directory and --skip-git-repo-check was not specified.'],
    [
      'bad_argument',
      "error: unexpected argument '--bogus' found\n\n  tip: …\n\nUsage: codex exec [OPTIONS] [PROMPT]",
    ],
    ['schema_file_rejected', 'Failed to read output schema file /x: No such file or directory (os error 2)'],
    [
      'bad_config',
      'Error loading config.toml:\n/home/u/.codex/config.toml:1:5: key with no value, expected `=`',
    ],
    ['bad_config', 'Error: Model provider `zzz` not found\n\nStack backtrace:\n   0: <unknown>'],
    [
      'prompt_rejected',
      'Failed to read prompt from stdin: input is not valid UTF-8 (invalid byte at offset 1).',
    ],
    ['prompt_rejected', 'No prompt provided via stdin.'],
    ['unknown', 'Reading prompt from stdin...'],
  ])('process_failed knows the cause %s', (cause, stderr) => {
    const turn = { ...GOOD_TURN, sawTurn: false };
    const verdict = classify({ ...GOOD, exitCode: 1, stderr, turn }, ANY_ANSWER);
    expect(verdict).toMatchObject({ kind: 'process_failed', cause, workMayHaveRun: true, retryable: false });
  });

  it.each([
    ['panic', "sqlite3.OperationalError: database is locked\nthread 'main' panicked at src/x.rs:1:1:\nboom"],
    ['unknown', 'Traceback\nBrokenPipeError: [Errno 32] Broken pipe\nmodel provider x not found'],
    ['unknown', 'fatal: run `codex login` first\nNo prompt provided via stdin.'],
    [
      'stdout_closed',
      "thread 'main' (1) panicked at library/std/src/io/stdio.rs:1165:9:\nfailed printing to stdout: Broken pipe (os error 32)",
    ],
    ['database_locked', '2026-11-30T10:00:00.000000Z ERROR codex_core::state: database is locked'],
  ])('process_failed during a turn takes the cause %s only from lines of codex itself', (cause, stderr) => {
    const verdict = classify({ ...GOOD, exitCode: 101, stderr }, ANY_ANSWER);
    expect(verdict).toMatchObject({ kind: 'process_failed', cause, workMayHaveRun: true, retryable: false });
    expect(verdict).toMatchObject({ message: expect.not.stringContaining('try again') });
  });

  it.each([
    'Error: thread/start: thread/start failed: error creating thread: Fatal error: Failed to initialize session: required MCP servers failed to initialize: x: handshaking with MCP server failed: connection closed (code -32603)',
    'Error: thread/start: thread/start failed: error creating thread: Fatal error: Failed to initialize session: required MCP servers failed to initialize: x: Send message error: Broken pipe (os error 32) (code -32603)',
  ])('a required MCP server that does not start is one failure on both transports: %s', (line) => {
    const expected = {
      kind: 'spawn_failed',
      message: expect.stringContaining('a required MCP server does not start: x: '),
      workMayHaveRun: false,
      retryable: false,
    };
    const silent = { ...GOOD_TURN, sawEvent: false, sawTurn: false, terminal: null, message: null };
    const exec = classify({ ...GOOD, exitCode: 1, stderr: `${line}\n`, turn: silent }, ANY_ANSWER);
    expect(exec).toMatchObject(expected);
    const native = { code: -32603, message: /error creating.*(?= \(code)/.exec(line)?.[0] };
    const terminal = { type: 'turn.failed', error: native } as const;
    const appServer = classify(
      { ...GOOD, exitCode: null, turn: { ...silent, sawEvent: true, sawTurn: true, terminal } },
      ANY_ANSWER,
    );
    expect(appServer).toEqual(exec);
  });

  it.each(['timeout', 'aborted'] as const)('%s tells what codex reported last', (kind) => {
    const stop =
      kind === 'timeout'
        ? ({ kind, limit: 'overall', ms: 6000 } as const)
        : ({ kind, signal: null } as const);
    const trailingError = 'Reconnecting... 5/5 (stream disconnected before completion: dns error)';
    const turn = { ...GOOD_TURN, terminal: null, trailingError };
    expect(classify({ ...GOOD, stop, turn }, ANY_ANSWER)).toMatchObject({
      kind,
      message: expect.stringContaining(`Before that, codex reported: ${trailingError}.`),
    });
  });

  it('never takes a known notice for the cause', () => {
    const verdict = classify({ ...GOOD, exitCode: 1, stderr: 'Reading prompt from stdin...\n' }, ANY_ANSWER);
    expect(verdict).toMatchObject({ message: expect.not.stringContaining('Reading prompt') });
  });
});

import { describe, expect, it } from 'vitest';
import * as agent from '../../src/agent/index.js';
import * as batch from '../../src/batch/index.js';
import * as bridges from '../../src/bridges/index.js';
import * as api from '../../src/index.js';
import { exitCodeTable } from '../../src/outcome/exit-codes.js';
import * as appServer from '../../src/run/threads/index.js';

/** A name that goes, or a code that changes, breaks somebody: that is a decision, not an accident. */
describe('the public surface', () => {
  it.each([
    [
      'the root',
      api,
      [
        'EXIT_CODES',
        'StructuredError',
        'compileSchema',
        'decode',
        'doctor',
        'exec',
        'exitCodeOf',
        'fork',
        'resume',
        'review',
        'run',
        'runOrThrow',
        'stream',
      ],
    ],
    [
      'agent',
      agent,
      [
        'Agent',
        'CallDecisionError',
        'Capability',
        'FunctionTool',
        'UnifiedExec',
        'WorkspaceError',
        'builtinTools',
        'decide',
        'functionTool',
      ],
    ],
    ['app-server', appServer, ['createAppServerTransport', 'openAppServer']],
    ['batch', batch, ['runBatch']],
    ['bridges', bridges, ['createOutputSchemaBridge', 'startResponsesBridge']],
  ] as const)('exports these values from %s', (_, exported, names) => {
    expect(Object.keys(exported).sort()).toEqual(names);
  });

  it('has these exit codes', () => {
    expect(Object.fromEntries(exitCodeTable().map(({ kind, exit }) => [kind, exit]))).toEqual({
      ok: '0',
      internal: '1',
      usage: '2',
      tasks_failed: '3',
      schema_encode: '10',
      schema_unsupported: '11',
      schema_file: '12',
      unsupported: '13',
      turn_failed: '20',
      process_failed: '21',
      no_terminal: '22',
      no_structured_output: '23',
      invalid_json: '24',
      invalid_structured_output: '25',
      schema_mismatch: '26',
      parse_failed: '27',
      invalid_parse_result: '28',
      output: '74',
      timeout: '124',
      spawn_failed: '126',
      codex_not_found: '127',
      aborted: '128+n',
    });
  });

  it('reports an abort as the shell does', () => {
    const aborted = (signal: string | null) =>
      api.exitCodeOf({
        ok: false,
        kind: 'aborted',
        signal,
        message: '',
        workMayHaveRun: false,
        retryable: false,
      });
    expect(['SIGHUP', 'SIGINT', 'SIGTERM', null].map(aborted)).toEqual([129, 130, 143, 130]);
  });
});

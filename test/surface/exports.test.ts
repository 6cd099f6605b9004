import { describe, expect, it } from 'vitest';
import * as api from '../../src/index.js';
import { exitCodeTable } from '../../src/outcome/exit-codes.js';

/** A name that goes, or a code that changes, breaks somebody: that is a decision, not an accident. */
describe('the public surface', () => {
  it('exports these values', () => {
    expect(Object.keys(api).sort()).toEqual([
      'Agent',
      'CallDecisionError',
      'Capability',
      'EXIT_CODES',
      'FunctionTool',
      'StructuredError',
      'UnifiedExec',
      'WorkspaceError',
      'builtinTools',
      'compileSchema',
      'createAppServerTransport',
      'createOutputSchemaBridge',
      'decide',
      'decode',
      'doctor',
      'exec',
      'exitCodeOf',
      'fork',
      'functionTool',
      'openAppServer',
      'resume',
      'review',
      'run',
      'runBatch',
      'runOrThrow',
      'startResponsesBridge',
      'stream',
    ]);
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

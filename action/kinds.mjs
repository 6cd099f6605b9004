/** What an exit code says where there is no outcome to read it from; a test holds it to the one table. */
const KINDS = {
  0: 'ok',
  1: 'internal',
  2: 'usage',
  3: 'tasks_failed',
  10: 'schema_encode',
  11: 'schema_unsupported',
  12: 'schema_file',
  13: 'unsupported',
  20: 'turn_failed',
  21: 'process_failed',
  22: 'no_terminal',
  23: 'no_structured_output',
  24: 'invalid_json',
  25: 'invalid_structured_output',
  26: 'schema_mismatch',
  27: 'parse_failed',
  28: 'invalid_parse_result',
  74: 'output',
  124: 'timeout',
  126: 'spawn_failed',
  127: 'codex_not_found',
};

/** @param {number} exitCode */
export function kindOfExitCode(exitCode) {
  return KINDS[exitCode] ?? (exitCode > 128 ? 'aborted' : 'internal');
}

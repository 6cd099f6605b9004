import type { Detail } from '../../outcome/outcome.js';
import { clip } from '../../text/clip.js';
import { withCommas } from '../../text/plural.js';
import type { BatchResult } from '../batch-result.js';
import type { Named } from './page-data.js';
import { duration, oneLine } from './text.js';

const LENGTH = 500;

/** Small facts about a task, in the order in which they are looked for. */
export function taskFacts(
  result: BatchResult,
  detail: Detail | undefined,
  redact: (text: string) => string,
): Named[] {
  const facts: Named[] = [];
  const add = (name: string, text: string | null | undefined) => {
    if (text) facts.push({ name, text: clip(oneLine(redact(text)), LENGTH) });
  };
  for (const [name, text] of particulars(result)) add(name, text);
  if (detail !== undefined) {
    add('Time', duration(detail.durationMs));
    add('Tokens', tokens(detail));
    add('Tool calls', toolCalls(detail));
    add('Thread', detail.threadId);
    add('Exit code', detail.exitCode === null ? null : String(detail.exitCode));
    add('Signal', detail.signal);
    add('codex', [detail.codexVersion, detail.transport].filter(Boolean).join(', '));
    add('Schema sent', schema(detail));
    if (!detail.validated) add('Validation', 'the value was not checked against the schema');
  }
  add('Index', `${result.index}${result.shard === undefined ? '' : `, shard ${result.shard}`}`);
  add('Input hash', result.inputHash.slice(0, 16));
  return facts;
}

function particulars(result: BatchResult): [string, string | undefined][] {
  switch (result.kind) {
    case 'turn_failed':
      return [
        ['Error', result.error.code],
        ['Resets at', result.error.resetsAt],
      ];
    case 'process_failed':
      return [['Cause', result.cause.replaceAll('_', ' ')]];
    case 'invalid_json':
      return [['Not JSON', `${result.reason}, line ${result.line}, column ${result.column}`]];
    case 'schema_encode':
    case 'spawn_failed':
    case 'schema_file':
    case 'parse_failed':
      return [['Reason', result.reason]];
    case 'unsupported':
      return [['Needs', `${result.capability}: ${result.needs}; found ${result.found}`]];
    case 'timeout':
      return [['Limit', `${result.limit}, ${duration(result.ms)}`]];
    case 'codex_not_found':
      return [['Looked at', result.searched.join(', ')]];
    default:
      return [];
  }
}

function tokens({ usage }: Detail): string | null {
  if (usage === null) return null;
  const { input_tokens: input, cached_input_tokens: cached, output_tokens: output } = usage;
  if (input === undefined && output === undefined) return null;
  const of = cached ? ` (${withCommas(cached)} cached)` : '';
  return `${withCommas(input ?? 0)} in${of}, ${withCommas(output ?? 0)} out`;
}

function toolCalls({ toolCalls: { total, failed } }: Detail): string | null {
  if (total === 0) return null;
  return `${withCommas(total)}${failed === 0 ? '' : `, ${withCommas(failed)} failed`}`;
}

function schema({ schema }: Detail): string | null {
  if (schema === null) return null;
  return `${schema.sha256.slice(0, 12)}${schema.adapted ? ', adapted' : ''}`;
}

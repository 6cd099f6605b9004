import { type Fields, fieldsOf, stringOf } from '../events/fields.js';
import type { JsonValue } from '../json/value.js';
import type { ServerRequest } from '../transports/app-server/server-requests.js';
import {
  type FileChange,
  PendingCommandExecution,
  PendingFileChange,
  PendingFunctionToolCall,
} from './pending-calls.js';
import { shellWords } from './shell-words.js';

/** The requests of codex that are calls to be decided about. */
const COMMAND = 'item/commandExecution/requestApproval';
const FILES = 'item/fileChange/requestApproval';
const TOOL = 'item/tool/call';

/** Reads what codex asks; null for what is no call. The arguments of a function tool are not checked here. */
export function readCall(
  { method, params }: ServerRequest,
  changesOf: (itemId: string) => readonly FileChange[],
): PendingCommandExecution | PendingFileChange | PendingFunctionToolCall | null {
  const id = stringOf(params['itemId']) ?? stringOf(params['callId']) ?? '';
  const of = [id, stringOf(params['threadId']) ?? '', stringOf(params['turnId']) ?? ''] as const;
  const reason = stringOf(params['reason']);
  switch (method) {
    case COMMAND: {
      if (!isCommand(params)) return null;
      const line = stringOf(params['command']) ?? '';
      return new PendingCommandExecution(
        ...of,
        asWritten(line) ?? line,
        line,
        stringOf(params['cwd']),
        reason,
        fieldsOf(params['additionalPermissions']),
      );
    }
    case FILES:
      return new PendingFileChange(...of, changesOf(id), reason);
    case TOOL: {
      const args = (params['arguments'] ?? null) as JsonValue;
      return new PendingFunctionToolCall(...of, stringOf(params['tool']) ?? '', args, args);
    }
    default:
      return null;
  }
}

/** What is written to a command, and the network that one wants to reach, are asked about by the same method. */
function isCommand(params: Fields): boolean {
  const kind = stringOf(params['kind']) ?? 'command';
  return kind === 'command' && (params['networkApprovalContext'] ?? null) === null;
}

/**
 * The model's command without the shell that codex puts around it. The `commandActions` of codex are no help:
 * they leave out what it thinks little of, so that `cat a | tee b` is `cat a` there (0.171.0).
 */
function asWritten(line: string): string | null {
  const words = shellWords(line) ?? [];
  const [, option = '', command] = words;
  return words.length === 3 && /^-l?c$/.test(option) && command !== undefined ? command : null;
}

/** The files that an item of codex's changes; null for any other item. */
export function changesIn(item: Fields | null): readonly FileChange[] | null {
  if (item?.['type'] !== 'fileChange' || !Array.isArray(item['changes'])) return null;
  return item['changes'].map((entry: unknown) => {
    const change = fieldsOf(entry) ?? {};
    const kind = stringOf(fieldsOf(change['kind'])?.['type']) ?? stringOf(change['kind']);
    return {
      path: stringOf(change['path']) ?? '',
      kind: kind === 'add' || kind === 'delete' ? kind : 'update',
      diff: stringOf(change['diff']) ?? '',
      movedTo: stringOf(fieldsOf(change['kind'])?.['move_path']),
    };
  });
}

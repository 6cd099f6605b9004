import { type Fields, fieldsOf, stringOf } from '../events/fields.js';
import type { JsonValue } from '../json/value.js';
import type { ServerRequest } from '../transports/app-server/server-requests.js';
import {
  type FileChange,
  PendingCommandExecution,
  PendingFileChange,
  PendingFunctionToolCall,
} from './pending-calls.js';

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
      const line = stringOf(params['command']) ?? '';
      return new PendingCommandExecution(
        ...of,
        asWritten(params) ?? line,
        line,
        stringOf(params['cwd']),
        reason,
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

/** codex takes its shell off where it can tell what the command is. */
function asWritten(params: Fields): string | null {
  const actions: readonly unknown[] = Array.isArray(params['commandActions']) ? params['commandActions'] : [];
  return actions.length === 1 ? stringOf(fieldsOf(actions[0])?.['command']) : null;
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
    };
  });
}

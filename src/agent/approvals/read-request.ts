import type { ServerRequest } from '../../app-server/server/server-requests.js';
import { type Fields, fieldsOf, stringOf } from '../../json/fields.js';
import type { JsonValue } from '../../json/value.js';
import type { ModelCall } from '../commands/model-calls.js';
import { readCommandLine } from '../commands/shell-words.js';
import type { SandboxExit } from '../sandbox/sandbox-exit.js';
import type { TurnSandbox } from '../sandbox/turn-sandbox.js';
import { locateChanges } from '../workspace/changed-files.js';
import {
  type CallIds,
  type FileChange,
  PendingCommandExecution,
  PendingFileChange,
  PendingFunctionToolCall,
  type PendingToolCall,
} from './pending-calls.js';

/** The requests of codex that are calls to be decided about. */
export const COMMAND_APPROVAL = 'item/commandExecution/requestApproval';
const FILE_CHANGE_APPROVAL = 'item/fileChange/requestApproval';
const TOOL_CALL = 'item/tool/call';

/** What codex writes for a command that has no command line. */
const UNWRITABLE_COMMAND = '<command included NUL byte>';

/** What is known about a call besides the request itself. */
export interface RequestContext {
  /** The files that a change is about. */
  readonly changesOf: (itemId: string) => readonly FileChange[];
  /** What the model wrote; null if that is not known. */
  readonly modelCallOf: (itemId: string) => ModelCall | null;
  readonly sandbox: TurnSandbox;
}

/**
 * Reads a request of codex, and returns null if it is not a call. The arguments of a function tool are not
 * validated here.
 */
export function readApprovalRequest(
  { method, params }: ServerRequest,
  context: RequestContext,
): PendingToolCall | null {
  const id = stringOf(params['itemId']) ?? stringOf(params['callId']) ?? '';
  const ids: CallIds = [id, stringOf(params['threadId']) ?? '', stringOf(params['turnId']) ?? ''];
  switch (method) {
    case COMMAND_APPROVAL:
      return isCommand(params) ? readCommand(ids, params, context) : null;
    case FILE_CHANGE_APPROVAL: {
      const { files, exits } = locateChanges(context.changesOf(id), context.sandbox);
      const root = params['grantRoot'] ?? null;
      const granted: SandboxExit[] = root === null ? [] : [{ kind: 'grantedRoot', root: String(root) }];
      return new PendingFileChange(ids, files, stringOf(params['reason']), [...exits, ...granted]);
    }
    case TOOL_CALL: {
      const args = (params['arguments'] ?? null) as JsonValue;
      return new PendingFunctionToolCall(ids, stringOf(params['tool']) ?? '', args, args);
    }
    default:
      return null;
  }
}

/** codex uses the same method for input to a running command, and for a command's access to the network. */
function isCommand(params: Fields): boolean {
  const kind = stringOf(params['kind']) ?? 'command';
  return kind === 'command' && (params['networkApprovalContext'] ?? null) === null;
}

function readCommand(ids: CallIds, params: Fields, context: RequestContext): PendingCommandExecution {
  const commandLine = stringOf(params['command']) ?? '';
  const parsed = readCommandLine(commandLine);
  const written = context.modelCallOf(ids[0]);
  // If a hook of the user's has replaced the command, what the model wrote says nothing about this one.
  const known = written !== null && written.command === (parsed?.command ?? written.command) ? written : null;
  const command = commandLine === UNWRITABLE_COMMAND ? known?.command : parsed?.command;
  const additionalPermissions = fieldsOf(params['additionalPermissions']);
  const isRetry = (params['approvalId'] ?? null) !== null;
  const exits: readonly SandboxExit[] = isRetry
    ? [{ kind: 'retry' }]
    : [...modelExits(known, additionalPermissions), ...context.sandbox.exits];
  const parts = {
    command: command ?? commandLine,
    commandLine,
    shell: known?.choosesShell === false ? null : (parsed?.shell ?? null),
    cwd: stringOf(params['cwd']),
    reason: stringOf(params['reason']),
    additionalPermissions,
  };
  return new PendingCommandExecution(ids, parts, exits);
}

function modelExits(known: ModelCall | null, permissions: Fields | null): SandboxExit[] {
  const exits: SandboxExit[] = permissions === null ? [] : [{ kind: 'morePermissions', permissions }];
  switch (known?.sandboxExit ?? 'unknown') {
    case 'no':
      return exits;
    case 'escalated':
      return [...exits, { kind: 'escalated' }];
    case 'morePermissions':
      // Only codex can say which permissions they are.
      return exits.length === 0 ? [{ kind: 'unknown' }] : exits;
    case 'unknown':
      return [...exits, { kind: 'unknown' }];
  }
}

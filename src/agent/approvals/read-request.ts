import { type Fields, fieldsOf, stringOf } from '../../json/fields.js';
import type { JsonValue } from '../../json/value.js';
import type { ServerRequest } from '../../transports/app-server/server-requests.js';
import type { ModelCall } from '../commands/model-calls.js';
import { shellWords } from '../commands/shell-words.js';
import type { SandboxExit } from '../sandbox/sandbox-exit.js';
import type { TurnSandbox } from '../sandbox/turn-sandbox.js';
import { locateChanges } from '../workspace/changed-files.js';
import {
  type CallIds,
  type CommandParts,
  type FileChange,
  PendingCommandExecution,
  PendingFileChange,
  PendingFunctionToolCall,
  type PendingToolCall,
} from './pending-calls.js';

/** The requests of codex that are calls to be decided about. */
export const COMMAND = 'item/commandExecution/requestApproval';
const FILES = 'item/fileChange/requestApproval';
const TOOL = 'item/tool/call';

/** codex's words for a command that it cannot write as a line. */
const UNWRITABLE = '<command included NUL byte>';

/** What is known of a call beside the request itself. */
export interface RequestContext {
  /** The files that a change is about. */
  readonly changesOf: (itemId: string) => readonly FileChange[];
  /** What the model wrote; null where that is not known. */
  readonly modelCallOf: (itemId: string) => ModelCall | null;
  readonly sandbox: TurnSandbox;
}

/** Reads what codex asks; null for what is no call. The arguments of a function tool are not checked here. */
export function readApprovalRequest(
  { method, params }: ServerRequest,
  context: RequestContext,
): PendingToolCall | null {
  const id = stringOf(params['itemId']) ?? stringOf(params['callId']) ?? '';
  const of: CallIds = [id, stringOf(params['threadId']) ?? '', stringOf(params['turnId']) ?? ''];
  switch (method) {
    case COMMAND:
      return isCommand(params) ? readCommand(of, params, context) : null;
    case FILES: {
      const { files, exits } = locateChanges(context.changesOf(id), context.sandbox);
      const root = params['grantRoot'] ?? null;
      const granted: SandboxExit[] = root === null ? [] : [{ kind: 'grantedRoot', root: String(root) }];
      return new PendingFileChange(of, files, stringOf(params['reason']), [...exits, ...granted]);
    }
    case TOOL: {
      const args = (params['arguments'] ?? null) as JsonValue;
      return new PendingFunctionToolCall(of, stringOf(params['tool']) ?? '', args, args);
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

function readCommand(of: CallIds, params: Fields, context: RequestContext): PendingCommandExecution {
  const line = stringOf(params['command']) ?? '';
  const written = asWritten(line);
  const said = context.modelCallOf(of[0]);
  // What a hook of the user's has made another command of is no longer the one that the model wrote.
  const known = said !== null && said.command === (written?.command ?? said.command) ? said : null;
  const isWritable = line !== UNWRITABLE;
  const additionalPermissions = fieldsOf(params['additionalPermissions']);
  const parts: CommandParts = {
    command: (isWritable ? written?.command : known?.command) ?? line,
    commandLine: line,
    shell: known?.choosesShell === false ? null : (written?.shell ?? null),
    cwd: stringOf(params['cwd']),
    reason: stringOf(params['reason']),
    additionalPermissions,
  };
  const isRetry = (params['approvalId'] ?? null) !== null;
  const exits: readonly SandboxExit[] = isRetry
    ? [{ kind: 'retry' }]
    : [...modelExits(known, additionalPermissions), ...context.sandbox.exits];
  return new PendingCommandExecution(of, parts, exits);
}

function modelExits(said: ModelCall | null, permissions: Fields | null): SandboxExit[] {
  const more: SandboxExit[] = permissions === null ? [] : [{ kind: 'morePermissions', permissions }];
  if (said === null) return [...more, { kind: 'unknown' }];
  switch (said.sandboxExit) {
    case 'no':
      return more;
    case 'escalated':
      return [...more, { kind: 'escalated' }];
    case 'morePermissions':
      // Which ones they are is codex's to say.
      return more.length === 0 ? [{ kind: 'unknown' }] : more;
    case 'unknown':
      return [...more, { kind: 'unknown' }];
  }
}

interface Written {
  readonly command: string;
  /** The shell and its option. */
  readonly shell: string;
}

/**
 * The model's command without the shell that codex puts around it. The `commandActions` of codex are no help:
 * they leave out what it thinks little of, so that `cat a | tee b` is `cat a` there (0.171.0).
 */
function asWritten(line: string): Written | null {
  const words = shellWords(line) ?? [];
  const [shell = '', option = '', command] = words;
  const isShell = words.length === 3 && /^-l?c$/.test(option);
  return isShell && command !== undefined ? { command, shell: `${shell} ${option}` } : null;
}

import type { Fields } from '../../json/fields.js';
import type { JsonValue } from '../../json/value.js';
import { describeExits, describeFileExit, type SandboxExit } from '../sandbox/sandbox-exit.js';
import { digest, quote, quoteIfNeeded, quoteJson } from './quote.js';

/** The number of files that a description names. */
const MAX_NAMED_FILES = 5;

/** What all calls that wait for a decision have in common. */
abstract class PendingCall {
  constructor(
    /** The id that codex gave the item. */
    readonly id: string,
    readonly threadId: string,
    readonly turnId: string,
    /**
     * Each way in which the call would leave the sandbox if it is approved; empty if it stays inside. A function
     * tool is the host's own code and runs in no sandbox, so its calls have no exits.
     */
    readonly sandboxExits: readonly SandboxExit[] = [],
  ) {
    this.leavesSandbox = sandboxExits.length > 0;
  }

  /** Whether the call would or may leave the sandbox. True if codex does not say. */
  readonly leavesSandbox: boolean;

  /**
   * Returns one sentence for a person, on one line. Two different calls never have the same description, and
   * nothing in a call can pass for the words around it: invisible characters are escaped, such as `\u{1b}`.
   */
  abstract describe(): string;

  /** Returns the same as {@link describe}. */
  toString(): string {
    return this.describe();
  }
}

/** The fields of a command. */
type CommandParts = Pick<
  PendingCommandExecution,
  'command' | 'commandLine' | 'shell' | 'cwd' | 'reason' | 'additionalPermissions'
>;

/** A command that the model wants to run. */
export class PendingCommandExecution extends PendingCall {
  /** Tells the pending calls apart. */
  readonly kind = 'commandExecution';
  /** The whole command, as the model wrote it. */
  readonly command: string;
  /** The command line that codex would start, with its shell. */
  readonly commandLine: string;
  /** The shell and its option; null if it is the one that codex chooses by itself. */
  readonly shell: string | null;
  /** Where the command would run; null if codex does not tell. */
  readonly cwd: string | null;
  /** The model's reason. A model need not give one, not even for leaving the sandbox. */
  readonly reason: string | null;
  /** The permissions beyond the sandbox that the model asks for, in codex's own form. */
  readonly additionalPermissions: Fields | null;

  /** @internal */
  constructor(ids: CallIds, parts: CommandParts, exits: readonly SandboxExit[]) {
    super(...ids, exits);
    this.command = parts.command;
    this.commandLine = parts.commandLine;
    this.shell = parts.shell;
    this.cwd = parts.cwd;
    this.reason = parts.reason;
    this.additionalPermissions = parts.additionalPermissions;
  }

  /** Returns one line for a person who decides. */
  describe(): string {
    const shell = this.shell === null ? '' : ` with the shell ${quote(this.shell)}`;
    const where = this.cwd === null ? '' : ` in ${quoteIfNeeded(this.cwd)}`;
    const exits = describeExits(this.sandboxExits);
    return `Run ${quote(this.command)}${shell}${where}${exits}${because(this.reason)}.`;
  }
}

/** One file of a change. */
export interface FileChange {
  /** The path of the file, as codex writes it. */
  readonly path: string;
  /** Whether the file is created, removed or changed. */
  readonly kind: 'add' | 'delete' | 'update';
  /** `update`: a unified diff. `add` and `delete`: the content. */
  readonly diff: string;
  /** `update`: the new path, if the file is also moved. */
  readonly movedTo: string | null;
}

/** One file of a change that waits for a decision. */
export interface PendingFile extends FileChange {
  /** `path` with all symlinks resolved. */
  readonly realPath: string;
  /** `movedTo` with all symlinks resolved. */
  readonly movedToRealPath: string | null;
  /** Whether the file, or the path that it is moved to, is or may be outside the workspace. */
  readonly outsideWorkspace: boolean;
}

/** A change of files that the model wants to make. */
export class PendingFileChange extends PendingCall {
  /** Tells the pending calls apart. */
  readonly kind = 'fileChange';

  /** @internal */
  constructor(
    ids: CallIds,
    readonly changes: readonly PendingFile[],
    readonly reason: string | null,
    exits: readonly SandboxExit[],
  ) {
    super(...ids, exits);
  }

  /** Returns one line for a person who decides. */
  describe(): string {
    const { changes } = this;
    // If there are many, those that leave the sandbox are named first.
    const files =
      changes.length <= MAX_NAMED_FILES
        ? changes
        : changes.toSorted((a, b) => Number(this.#leaves(b)) - Number(this.#leaves(a)));
    const named = files.slice(0, MAX_NAMED_FILES).map((file) => this.#describeFile(file));
    const more = files.slice(MAX_NAMED_FILES);
    if (more.length > 0) {
      const leaving = more.filter((file) => this.#leaves(file)).length;
      const marked = leaving === 0 ? '' : `${leaving} of them outside the sandbox, `;
      const all = JSON.stringify(changes.map(({ kind, path, movedTo }) => [kind, path, movedTo]));
      named.push(`${more.length} more (${marked}sha256 ${digest(all)})`);
    }
    const what = named.length === 0 ? 'files' : named.join(', ');
    const others = this.sandboxExits.filter(({ kind }) => kind !== 'file');
    return `Change ${what}${describeExits(others)}${because(this.reason)}.`;
  }

  #describeFile({ kind, path, movedTo }: PendingFile): string {
    const move = movedTo === null ? '' : ` and move it to ${quoteIfNeeded(movedTo)}${this.#exitOf(movedTo)}`;
    return `${kind} ${quoteIfNeeded(path)}${this.#exitOf(path)}${move}`;
  }

  #leaves({ path, movedTo }: FileChange): boolean {
    return [path, movedTo].some((one) => one !== null && this.#exitOf(one) !== '');
  }

  #exitOf(path: string): string {
    const exit = this.sandboxExits.find((one) => one.kind === 'file' && one.path === path);
    return exit === undefined ? '' : describeFileExit(exit);
  }
}

/** A call of a function tool, with arguments that are valid for the tool's schema. */
export class PendingFunctionToolCall<A = unknown> extends PendingCall {
  /** Tells the pending calls apart. */
  readonly kind = 'functionTool';

  /** @internal */
  constructor(
    ids: CallIds,
    readonly tool: string,
    /** The arguments as the tool's `run` gets them. */
    readonly args: A,
    /** The arguments as the model wrote them. */
    readonly rawArgs: JsonValue,
  ) {
    super(...ids);
  }

  /** Returns one line for a person who decides. */
  describe(): string {
    return `Call ${quoteIfNeeded(this.tool)}(${quoteJson(this.rawArgs)}).`;
  }
}

/** The id of the call, its thread and its turn. */
export type CallIds = readonly [id: string, threadId: string, turnId: string];

/** The reason is the model's text, so it is quoted. */
function because(reason: string | null): string {
  return reason === null ? '' : ` (the reason given: ${quote(reason)})`;
}

/** `kind` tells them apart. */
export type PendingToolCall = PendingCommandExecution | PendingFileChange | PendingFunctionToolCall;

import type { Fields } from '../../json/fields.js';
import type { JsonValue } from '../../json/value.js';
import { describeExits, describeFileExit, type SandboxExit } from '../sandbox/sandbox-exit.js';
import { digest, quote, quoteIfNeeded, quoteJson } from './quote.js';

/** How many files a description names. */
const NAMED_FILES = 5;

/** What every call that waits for a decision says of itself. */
abstract class PendingCall {
  constructor(
    /** codex's own id of the item. */
    readonly id: string,
    readonly threadId: string,
    readonly turnId: string,
    /**
     * Each way in which the call would leave the sandbox if it is approved; empty for a call that stays inside.
     * A function tool is code of the host's: no sandbox holds it, and its calls have no exits.
     */
    readonly sandboxExits: readonly SandboxExit[] = [],
  ) {
    this.leavesSandbox = sandboxExits.length > 0;
  }

  /** Whether the call would leave the sandbox, or may: where codex does not say, this is true. */
  readonly leavesSandbox: boolean;

  /**
   * One sentence for a person, on one line. Two different calls are never described alike, and nothing in a call
   * can pass for the words around it: what would not show is written out, such as `\u{1b}`.
   */
  abstract describe(): string;

  /** The same as {@link describe}. */
  toString(): string {
    return this.describe();
  }
}

/** What a command is made of. */
export interface CommandParts {
  readonly command: string;
  readonly commandLine: string;
  readonly shell: string | null;
  readonly cwd: string | null;
  readonly reason: string | null;
  readonly additionalPermissions: Fields | null;
}

/** The model wants a command to be run. */
export class PendingCommandExecution extends PendingCall {
  readonly kind = 'commandExecution';
  /** All of it, as the model wrote it. */
  readonly command: string;
  /** As codex would start it: with its shell around it. */
  readonly commandLine: string;
  /** The shell and its option, where that is not the one that codex takes by itself. */
  readonly shell: string | null;
  readonly cwd: string | null;
  /** Why the model asks, where it says so. A model need not say why it leaves the sandbox. */
  readonly reason: string | null;
  /** What it would be allowed beyond the sandbox, in codex's own form, where the model asks for that. */
  readonly additionalPermissions: Fields | null;

  /** @internal */
  constructor(of: CallIds, parts: CommandParts, exits: readonly SandboxExit[]) {
    super(...of, exits);
    this.command = parts.command;
    this.commandLine = parts.commandLine;
    this.shell = parts.shell;
    this.cwd = parts.cwd;
    this.reason = parts.reason;
    this.additionalPermissions = parts.additionalPermissions;
  }

  describe(): string {
    const shell = this.shell === null ? '' : ` with the shell ${quote(this.shell)}`;
    const where = this.cwd === null ? '' : ` in ${quoteIfNeeded(this.cwd)}`;
    const exits = describeExits(this.sandboxExits);
    return `Run ${quote(this.command)}${shell}${where}${exits}${because(this.reason)}.`;
  }
}

/** One file of a change. */
export interface FileChange {
  readonly path: string;
  readonly kind: 'add' | 'delete' | 'update';
  /** `update`: a unified diff. `add` and `delete`: the content. */
  readonly diff: string;
  /** `update`: where the file goes, where it is moved as well. */
  readonly movedTo: string | null;
}

/** One file of a change that waits for a decision. */
export interface PendingFile extends FileChange {
  /** Where `path` leads: each symlink on the way is followed. */
  readonly realPath: string;
  /** Where `movedTo` leads. */
  readonly movedToRealPath: string | null;
  /** Whether the file, or where it is moved to, is outside of the workspace, or may be. */
  readonly outsideWorkspace: boolean;
}

/** The model wants files to be changed. */
export class PendingFileChange extends PendingCall {
  readonly kind = 'fileChange';

  /** @internal */
  constructor(
    of: CallIds,
    readonly changes: readonly PendingFile[],
    readonly reason: string | null,
    exits: readonly SandboxExit[],
  ) {
    super(...of, exits);
  }

  describe(): string {
    const { changes } = this;
    // Of many, those that leave the sandbox come first: few of them are without a name.
    const files =
      changes.length <= NAMED_FILES
        ? changes
        : changes.toSorted((a, b) => Number(this.#leaves(b)) - Number(this.#leaves(a)));
    const named = files.slice(0, NAMED_FILES).map((file) => this.#describeFile(file));
    const more = files.slice(NAMED_FILES);
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

/** The model calls a function tool; its arguments are valid for the tool's schema. */
export class PendingFunctionToolCall<A = unknown> extends PendingCall {
  readonly kind = 'functionTool';

  /** @internal */
  constructor(
    of: CallIds,
    readonly tool: string,
    /** As the tool's `run` gets them. */
    readonly args: A,
    /** As the model wrote them. */
    readonly rawArgs: JsonValue,
  ) {
    super(...of);
  }

  describe(): string {
    return `Call ${quoteIfNeeded(this.tool)}(${quoteJson(this.rawArgs)}).`;
  }
}

/** The id of the call, its thread and its turn. */
export type CallIds = readonly [id: string, threadId: string, turnId: string];

/** These are the model's words, never ours. */
function because(reason: string | null): string {
  return reason === null ? '' : ` (the reason given: ${quote(reason)})`;
}

/** Told apart by `kind`. */
export type PendingToolCall = PendingCommandExecution | PendingFileChange | PendingFunctionToolCall;

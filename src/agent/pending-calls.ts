import type { Fields } from '../events/fields.js';
import type { JsonValue } from '../json/value.js';
import { printable } from './printable.js';
import { shortened } from './shortened.js';

/** What every call that waits for a decision says of itself. */
interface PendingCall {
  /** codex's own id of the item. */
  readonly id: string;
  readonly threadId: string;
  readonly turnId: string;
  /** One sentence for a person, on one line: what would not show is written out, such as `\u{1b}`. */
  describe(): string;
}

/** The model wants a command to be run. */
export class PendingCommandExecution implements PendingCall {
  readonly kind = 'commandExecution';

  constructor(
    readonly id: string,
    readonly threadId: string,
    readonly turnId: string,
    /** All of it, as the model wrote it. */
    readonly command: string,
    /** As codex would start it: with its shell around it. */
    readonly commandLine: string,
    readonly cwd: string | null,
    /** Why the model asks, where it says so: then the command would run outside of the sandbox. */
    readonly reason: string | null,
    /** What it would be allowed beyond the sandbox, in codex's own form, where the model asks for that. */
    readonly additionalPermissions: Fields | null,
  ) {}

  describe(): string {
    const where = this.cwd === null ? '' : ` in ${this.cwd}`;
    const more = this.additionalPermissions === null ? '' : ' with more permissions than the sandbox has';
    return printable(`Run \`${shortened(this.command, 200)}\`${where}${more}${because(this.reason)}.`);
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

/** The model wants files to be changed. */
export class PendingFileChange implements PendingCall {
  readonly kind = 'fileChange';

  constructor(
    readonly id: string,
    readonly threadId: string,
    readonly turnId: string,
    readonly changes: readonly FileChange[],
    readonly reason: string | null,
  ) {}

  describe(): string {
    const names = this.changes.map(
      ({ kind, path, movedTo }) => `${kind} ${path}${movedTo === null ? '' : ` and move it to ${movedTo}`}`,
    );
    const named = names.length <= 5 ? names : [...names.slice(0, 5), `${names.length - 5} more`];
    const what = named.length === 0 ? 'files' : named.join(', ');
    return printable(`Change ${what}${because(this.reason)}.`);
  }
}

/** The model calls a function tool; its arguments are valid for the tool's schema. */
export class PendingFunctionToolCall<A = unknown> implements PendingCall {
  readonly kind = 'functionTool';

  constructor(
    readonly id: string,
    readonly threadId: string,
    readonly turnId: string,
    readonly tool: string,
    /** As the tool's `run` gets them. */
    readonly args: A,
    /** As the model wrote them. */
    readonly rawArgs: JsonValue,
  ) {}

  describe(): string {
    return printable(`Call ${this.tool}(${shortened(JSON.stringify(this.rawArgs), 200)}).`);
  }
}

function because(reason: string | null): string {
  return reason === null ? '' : ` (${shortened(reason, 200)})`;
}

/** Told apart by `kind`. */
export type PendingToolCall = PendingCommandExecution | PendingFileChange | PendingFunctionToolCall;

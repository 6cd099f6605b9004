import { isDeepStrictEqual } from 'node:util';
import { type Fields, fieldsOf, stringOf } from '../../json/fields.js';
import type { FileChange, PendingFile, PendingFileChange } from '../approvals/pending-calls.js';
import type { FileExit, SandboxExit } from '../sandbox/sandbox-exit.js';
import type { TurnSandbox } from '../sandbox/turn-sandbox.js';
import { locateFile } from './locate-file.js';

const MAYBE_OUTSIDE: ReadonlySet<FileExit> = new Set(['outsideWorkspace', 'sharedFile', 'unresolved']);

/** The files of a change with their real paths, and each way in which the change leaves the sandbox. */
export interface LocatedFiles {
  readonly files: readonly PendingFile[];
  readonly exits: readonly SandboxExit[];
}

/** Resolves the paths of a change as they are now. */
export function locateChanges(changes: readonly FileChange[], { cwd, roots }: TurnSandbox): LocatedFiles {
  // codex has not said which files the change is about.
  if (changes.length === 0) return { files: [], exits: [{ kind: 'unknown' }] };
  const exits: SandboxExit[] = [];
  const locate = (path: string) => {
    const { realPath, why } = locateFile(path, cwd, roots);
    if (why !== null) exits.push({ kind: 'file', path, realPath, why });
    return { realPath, outside: why !== null && MAYBE_OUTSIDE.has(why) };
  };
  const files = changes.map((change): PendingFile => {
    const from = locate(change.path);
    const to = change.movedTo === null ? null : locate(change.movedTo);
    return {
      ...change,
      realPath: from.realPath,
      movedToRealPath: to?.realPath ?? null,
      outsideWorkspace: from.outside || to?.outside === true,
    };
  });
  return { files, exits };
}

/** Why a change can no longer be approved. */
export const FILES_MOVED = 'The paths of this change no longer lead to the same files as when codex asked.';

/** Whether a path leads elsewhere since the call came in, for instance because a folder has become a symlink. */
export function filesMoved(call: PendingFileChange, sandbox: TurnSandbox): boolean {
  const { files, exits } = locateChanges(call.changes, sandbox);
  const shown = call.sandboxExits.filter(({ kind }) => kind !== 'grantedRoot');
  return !isDeepStrictEqual([files, exits], [call.changes, shown]);
}

/** Reads the changes of an item of codex, or of an update of one; null if it has none. */
export function readChanges(item: Fields | null): readonly FileChange[] | null {
  const entries = item?.['changes'];
  if (!Array.isArray(entries)) return null;
  return entries.map((entry: unknown) => {
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

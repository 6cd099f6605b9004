import type { Fields } from '../../json/fields.js';
import { quoteIfNeeded, quoteJson } from '../approvals/quote.js';

/** One way in which a call would leave the sandbox if it is approved. `kind` tells them apart. */
export type SandboxExit =
  /** The model asks codex to run the command without the sandbox. */
  | { readonly kind: 'escalated' }
  /** The sandbox has stopped the command; codex asks to run it again without the sandbox. */
  | { readonly kind: 'retry' }
  /** codex runs an approved command again without the sandbox, unasked, if the sandbox stops it. */
  | { readonly kind: 'retryIfStopped' }
  /** The sandbox would be wider for this command, in codex's own form. */
  | { readonly kind: 'morePermissions'; readonly permissions: Fields }
  /** The turn has no sandbox, although the agent was not made with `danger-full-access`. */
  | { readonly kind: 'noSandbox' }
  /** codex does not say whether the call leaves the sandbox. */
  | { readonly kind: 'unknown' }
  /** Approving the change also allows the model to write to this folder from then on. */
  | { readonly kind: 'grantedRoot'; readonly root: string }
  /** The path of a file is not that of a regular file inside the workspace. */
  | { readonly kind: 'file'; readonly path: string; readonly realPath: string; readonly why: FileExit };

/**
 * Why a change of a file leaves the sandbox:
 *
 * - `outsideWorkspace`: its real path is not in a folder that the agent may write to
 * - `protected`: it is in `.git`, `.codex` or `.agents`, which codex's sandbox does not let commands write to
 * - `sharedFile`: the file has other names (hard links), which may be anywhere
 * - `specialFile`: it is a folder, a pipe, a socket or a device
 * - `unresolved`: where the path leads is not known
 */
export type FileExit = 'outsideWorkspace' | 'protected' | 'sharedFile' | 'specialFile' | 'unresolved';

/** Returns the words of a description for the exits of a call. */
export function describeExits(exits: readonly SandboxExit[]): string {
  return exits.map((exit) => `, ${exitWords(exit)}`).join('');
}

function exitWords(exit: SandboxExit): string {
  switch (exit.kind) {
    case 'escalated':
      return 'outside the sandbox';
    case 'retry':
      return 'again, outside the sandbox';
    case 'retryIfStopped':
      return 'again outside the sandbox if the sandbox stops it';
    case 'morePermissions':
      return `with more permissions than the sandbox has: ${quoteJson(exit.permissions)}`;
    case 'noSandbox':
      return 'without a sandbox';
    case 'unknown':
      return 'maybe outside the sandbox';
    case 'grantedRoot':
      return `and let the model write to ${quoteIfNeeded(exit.root)}`;
    case 'file':
      return `${FILE_WORDS[exit.why]}: ${quoteIfNeeded(exit.realPath)}`;
  }
}

const FILE_WORDS: Readonly<Record<FileExit, string>> = {
  outsideWorkspace: 'outside the workspace',
  protected: 'protected by the sandbox',
  sharedFile: 'a file with other names, maybe outside the workspace',
  specialFile: 'not a regular file',
  unresolved: 'maybe outside the workspace',
};

/** Returns the words of a description for the exit of one file. */
export function describeFileExit(exit: SandboxExit): string {
  return ` (${exitWords(exit)})`;
}

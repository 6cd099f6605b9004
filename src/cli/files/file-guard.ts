import { basename, dirname, resolve } from 'node:path';
import { isLockOf } from '../../batch/journal/journal-lock.js';
import {
  type FileIdentity,
  identityOf,
  identityOfDescriptor,
  isSameFile,
} from '../../platform/files/file-identity.js';
import { isTemporaryOf } from '../../platform/files/temporary-file.js';
import type { ParsedArgs } from '../args/parsed-flags.js';
import type { CliCommand } from '../commands/command.js';
import type { CliIo } from '../io.js';
import { UsageError } from '../usage-error.js';
import type { NamedFile } from './named-file.js';
import { namedFiles } from './named-files.js';

/** A command would write to a file that it also reads, or write one file twice. */
export class SharedFileError extends UsageError {}

/** Names of the streams of a process, which may be written to twice. */
const STREAM = /^\/(dev\/(stdin|stdout|stderr|fd\/\d+)|proc\/[^/]+\/fd\/\d+)$/;

type Input = Pick<NamedFile, 'flag' | 'name' | 'path' | 'descriptor' | 'title'>;

/** Ensures that the outputs of a command are different files from its inputs and from each other. */
export class FileGuard {
  readonly #outputs: readonly NamedFile[];
  readonly #inputs: readonly NamedFile[];

  constructor(files: readonly NamedFile[]) {
    this.#outputs = files.filter(({ use }) => use === 'output' || use === 'journal');
    this.#inputs = files.filter(({ use }) => use === 'input' || use === 'schema');
  }

  static of(command: CliCommand, args: ParsedArgs, io: CliIo): FileGuard {
    return new FileGuard(namedFiles(command, args, io));
  }

  /** Whether nothing is written, so that nothing needs to be checked. */
  get hasNoOutputs(): boolean {
    return this.#outputs.length === 0;
  }

  /**
   * Looks at every pair of the files that are known from the arguments, those that schemas refer to included.
   *
   * @throws {SharedFileError}
   */
  async refuseShared(allowRefsOutside: boolean): Promise<void> {
    if (this.hasNoOutputs) return;
    this.#refuseTwins();
    for (const input of this.#inputs) this.refuseInput(input);
    for (const { use, path, flag } of this.#inputs) {
      if (use === 'schema') await this.refuseReferences(path, flag, allowRefsOutside);
    }
  }

  /** The same for a file that becomes known later. @throws {SharedFileError} */
  refuseInput(input: Input): void {
    const identity = identityOfFile(input);
    if (identity === null) return;
    for (const output of this.#outputs) {
      const other = identityOfFile(output);
      if (other !== null && isSameFile(identity, other)) throw sharedWith(output, input);
      if (isSiblingOf(output, input, identity)) throw besideOutput(output, input);
    }
  }

  /** Looks at the files that a schema refers to, by whatever way. @throws {SharedFileError} */
  async refuseReferences(schemaPath: string, flag: string, allowRefsOutside: boolean): Promise<void> {
    if (this.hasNoOutputs) return;
    // Loaded only if there are outputs.
    const { referencedFiles } = await import('./schema-references.js');
    for (const path of await referencedFiles(schemaPath, allowRefsOutside)) {
      this.refuseInput({ flag: `a reference of ${flag}`, name: basename(path), path });
    }
  }

  #refuseTwins(): void {
    const seen: { readonly output: NamedFile; readonly identity: FileIdentity }[] = [];
    for (const output of this.#outputs) {
      const identity = identityOfFile(output);
      if (identity === null) continue;
      const twin = seen.find(
        (other) => isSameFile(other.identity, identity) && !(isStream(other.output) && isStream(output)),
      );
      if (twin !== undefined) {
        throw new SharedFileError(
          `${output.flag} and ${twin.output.flag} name the same file. Use different files.`,
        );
      }
      seen.push({ output, identity });
    }
    const journal = this.#outputs.find(({ use }) => use === 'journal');
    const lock = journal === undefined ? null : identityOf(`${journal.path}.lock`);
    const onLock = seen.find(({ identity }) => lock !== null && isSameFile(identity, lock));
    if (journal !== undefined && onLock !== undefined) throw besideOutput(journal, onLock.output);
  }
}

/** Finds two paths of the same file; null if all differ. */
export function findSameFile(
  paths: readonly string[],
): { readonly first: number; readonly second: number } | null {
  const identities = paths.map(identityOf);
  for (const [second, identity] of identities.entries()) {
    const first = identities.findIndex(
      (other) => other !== null && identity !== null && isSameFile(other, identity),
    );
    if (first !== -1 && first < second) return { first, second };
  }
  return null;
}

function identityOfFile({ path, descriptor }: Pick<NamedFile, 'path' | 'descriptor'>): FileIdentity | null {
  return descriptor === undefined ? identityOf(path) : identityOfDescriptor(descriptor);
}

function isStream({ path, descriptor, isAppended = false }: NamedFile): boolean {
  return descriptor !== undefined || isAppended || STREAM.test(path);
}

/** Whether the input is the lock of a journal, or what an earlier process left where an output was to go. */
function isSiblingOf(output: NamedFile, input: Input, identity: FileIdentity): boolean {
  if (output.descriptor !== undefined || input.descriptor !== undefined) return false;
  if (output.use === 'journal') {
    const lock = identityOf(`${output.path}.lock`);
    if (lock !== null && isSameFile(lock, identity)) return true;
  }
  const [name, other] = [basename(output.path), basename(input.path)];
  const isOurs = isTemporaryOf(name, other) || (output.use === 'journal' && isLockOf(name, other));
  const there = isOurs ? identityOf(resolve(dirname(output.path), other)) : null;
  return there !== null && isSameFile(identity, there);
}

function sharedWith(output: NamedFile, input: Input): SharedFileError {
  const subject = output.name === output.flag ? output.flag : `${output.flag} ${output.name}`;
  const named = input.name === output.name || input.name === input.flag ? '' : ` (${input.name})`;
  const what = input.title ?? `the same file as ${input.flag}${named}`;
  return new SharedFileError(`${subject} is ${what}; name another file.`);
}

function besideOutput(output: NamedFile, input: Input): SharedFileError {
  return new SharedFileError(
    `${output.flag} ${output.name} needs the name of ${input.flag} (${input.name}) for its own lock or temporary file. Use another file.`,
  );
}

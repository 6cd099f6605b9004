import { ofKind } from '../../outcome/consequences.js';
import type { AbortedFailure, SchemaEncodeFailure, TimeoutFailure } from '../../outcome/outcome.js';
import type { SchemaSource } from '../../schema/compile.js';
import type { CliIo } from '../io.js';
import { readInputFile } from './read-file.js';
import { readStdin, type StdinWait } from './stdin.js';
import { isStdin } from './stdin-name.js';

/** A schema argument, opened. Files are read already; stdin is read when `read` is called. */
export interface SchemaInputPlan {
  read(io: CliIo, limits: Omit<StdinWait, 'awaited'>): Promise<SchemaSource | ReadFailure>;
}

type ReadFailure = SchemaEncodeFailure | TimeoutFailure | AbortedFailure;

/** @param argument - a path, `-` for stdin, or inline text that starts with `{` */
export function openSchema(argument: string, cwd: string): SchemaInputPlan {
  if (isStdin(argument)) return { read: fromStdin };
  const source = argument.trimStart().startsWith('{')
    ? ({ kind: 'text', text: argument, format: 'json', name: 'given inline' } as const)
    : fromFile(argument, cwd);
  return { read: async () => source };
}

function fromFile(path: string, cwd: string): SchemaSource | SchemaEncodeFailure {
  const read = readInputFile(path, cwd);
  if (!read.ok) return unreadable(`The schema ${path} cannot be read: ${read.reason}.`);
  return fromBytes(read.bytes, path);
}

async function fromStdin(io: CliIo, limits: Omit<StdinWait, 'awaited'>): Promise<SchemaSource | ReadFailure> {
  const read = await readStdin(io, { awaited: 'the schema', ...limits });
  return read.ok ? fromBytes(read.bytes, 'on stdin') : read;
}

function fromBytes(bytes: Uint8Array, name: string): SchemaSource | SchemaEncodeFailure {
  try {
    // The byte order mark stays: whether it is allowed is for the loader to say.
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { kind: 'text', text, format: 'json', name };
  } catch {
    return unreadable(`The schema ${name} is not UTF-8 text; save it as UTF-8.`);
  }
}

function unreadable(message: string): SchemaEncodeFailure {
  return { ok: false, kind: 'schema_encode', message, reason: 'unreadable', ...ofKind('schema_encode') };
}

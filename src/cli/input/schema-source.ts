import type { AbortedFailure, SchemaEncodeFailure, TimeoutFailure } from '../../outcome/outcome.js';
import type { Parse } from '../../outcome/parse.js';
import type { SchemaSource } from '../../schema/compile.js';
import { schemaEncodeFailure } from '../../schema/failures.js';
import type { OtherFormat } from '../../schema/formats/index.js';
import type { CliIo } from '../io.js';
import { readInputFile } from './read-file.js';
import { readStdin, type StdinWait } from './stdin.js';
import { isStdin } from './stdin-name.js';

/** A schema argument, opened. Files are read already; stdin and modules when `read` is called. */
export interface SchemaInputPlan {
  /** What messages call it: the argument, `stdin` or `given inline`. */
  readonly name: string;
  /** The file to point into, where it is one. */
  readonly file: string | null;
  read(io: CliIo, limits: Omit<StdinWait, 'awaited'>): Promise<OpenedSchema | ReadFailure>;
}

export interface OpenedSchema {
  readonly source: SchemaSource;
  /** What a schema of a library (zod, …) has to say of a value beyond its JSON Schema. */
  readonly parses: readonly Parse<unknown>[];
}

export type ReadFailure = SchemaEncodeFailure | TimeoutFailure | AbortedFailure;

/** `file.ts`, `file.mjs#Name`: a path, and perhaps an export. */
const MODULE = /^(.+\.[cm]?[jt]s)(?:#(.*))?$/s;

const FORMATS: readonly (readonly [RegExp, OtherFormat])[] = [
  [/\.json5$/i, 'json5'],
  [/\.jsonc$/i, 'jsonc'],
  [/\.ya?ml$/i, 'yaml'],
];

/** @param argument - a path, a module with an export, `-` for stdin, or inline text that starts with `{` */
export function openSchema(argument: string, cwd: string): SchemaInputPlan {
  if (isStdin(argument)) return { name: 'stdin', file: null, read: fromStdin };
  if (argument.trimStart().startsWith('{')) {
    const source = { kind: 'text', text: argument, format: 'json', name: 'given inline' } as const;
    return { name: source.name, file: null, read: async () => ({ source, parses: [] }) };
  }
  const module = MODULE.exec(argument);
  if (module !== null) return fromModule(module[1] ?? argument, module[2], argument, cwd);
  return fromFile(argument, cwd);
}

function fromFile(path: string, cwd: string): SchemaInputPlan {
  const read = readInputFile(path, cwd);
  const opened = read.ok ? opener(read.bytes, path) : unreadable(path, read.reason);
  return { name: path, file: path, read: async () => opened() };
}

function fromModule(file: string, exported: string | undefined, name: string, cwd: string): SchemaInputPlan {
  return {
    name,
    file,
    // Loaded only by those who name one.
    read: async () => (await import('./schema-module.js')).loadSchemaModule({ file, exported, name, cwd }),
  };
}

async function fromStdin(io: CliIo, limits: Omit<StdinWait, 'awaited'>): Promise<OpenedSchema | ReadFailure> {
  const read = await readStdin(io, { awaited: 'the schema', ...limits });
  return read.ok ? opener(read.bytes, 'stdin')() : read;
}

type Opener = () => OpenedSchema | SchemaEncodeFailure | Promise<OpenedSchema | SchemaEncodeFailure>;

function unreadable(path: string, reason: string): Opener {
  const failure = schemaEncodeFailure('unreadable', `The schema ${path} cannot be read: ${reason}.`);
  return () => failure;
}

function opener(bytes: Uint8Array, name: string): Opener {
  const text = utf8(bytes);
  if (text === null) {
    const message = `The schema ${name} is not UTF-8 text; save it as UTF-8.`;
    return () => schemaEncodeFailure('unreadable', message);
  }
  const format = FORMATS.find(([extension]) => extension.test(name))?.[1];
  if (format === undefined)
    return () => ({ source: { kind: 'text', text, format: 'json', name }, parses: [] });
  return async () => {
    const { toJsonSource } = await import('../../schema/formats/index.js');
    const source = toJsonSource(text, format, name);
    return 'ok' in source ? source : { source, parses: [] };
  };
}

/** The byte order mark stays: whether it is allowed is for the loader to say. */
function utf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

import { relative } from 'node:path';
import type {
  AbortedFailure,
  SchemaEncodeFailure,
  SchemaUnsupportedFailure,
  TimeoutFailure,
} from '../../outcome/outcome.js';
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

export type ReadFailure = SchemaEncodeFailure | SchemaUnsupportedFailure | TimeoutFailure | AbortedFailure;

export interface SchemaPlace {
  readonly cwd: string;
  /** Whether references may lead to files outside the schema's own folder. */
  readonly allowRefsOutside: boolean;
}

/** `file.ts`, `file.mjs#Name`: a path, and perhaps an export. */
const MODULE = /^(.+\.[cm]?[jt]s)(?:#(.*))?$/s;

const FORMATS: readonly (readonly [RegExp, OtherFormat])[] = [
  [/\.json5$/i, 'json5'],
  [/\.jsonc$/i, 'jsonc'],
  [/\.ya?ml$/i, 'yaml'],
];

/** What may refer to another file. Misses none that is written plainly; the others are refused later. */
const FILE_REFERENCE = /"\$ref"\s*:\s*"(?!#|https?:)/;

/** @param argument - a path, a module with an export, `-` for stdin, or inline text that starts with `{` */
export function openSchema(argument: string, place: SchemaPlace): SchemaInputPlan {
  if (isStdin(argument)) return { name: 'stdin', file: null, read: fromStdin };
  if (argument.trimStart().startsWith('{')) {
    const source = { kind: 'text', text: argument, format: 'json', name: 'given inline' } as const;
    return { name: source.name, file: null, read: async () => ({ source, parses: [] }) };
  }
  const module = MODULE.exec(argument);
  if (module !== null) return fromModule(module[1] ?? argument, module[2], argument, place.cwd);
  return fromFile(argument, place);
}

function fromFile(path: string, place: SchemaPlace): SchemaInputPlan {
  const source = openFile(path, place.cwd);
  return { name: path, file: path, read: async () => withFiles(await source(), path, place) };
}

async function withFiles(
  source: SchemaSource | SchemaEncodeFailure,
  file: string,
  { cwd, allowRefsOutside }: SchemaPlace,
): Promise<OpenedSchema | ReadFailure> {
  if ('ok' in source) return source;
  if (source.kind !== 'text' || !FILE_REFERENCE.test(source.text)) return { source, parses: [] };
  const { withItsFiles } = await import('./schema-files.js');
  const open = async (path: string) => openFile(relative(cwd, path), cwd)();
  const whole = await withItsFiles({ source, file, cwd, allowOutside: allowRefsOutside, open });
  return 'ok' in whole ? whole : { source: whole, parses: [] };
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
  if (!read.ok) return read;
  const source = await opener(read.bytes, 'stdin')();
  return 'ok' in source ? source : { source, parses: [] };
}

/** Reads at once; what is read is made a schema of when it is asked for. */
type Opener = () => SchemaSource | SchemaEncodeFailure | Promise<SchemaSource | SchemaEncodeFailure>;

function openFile(path: string, cwd: string): Opener {
  const read = readInputFile(path, cwd);
  return read.ok ? opener(read.bytes, path) : refusing(`The schema ${path} cannot be read: ${read.reason}.`);
}

function opener(bytes: Uint8Array, name: string): Opener {
  const text = utf8(bytes);
  if (text === null) return refusing(`The schema ${name} is not UTF-8 text; save it as UTF-8.`);
  const format = FORMATS.find(([extension]) => extension.test(name))?.[1];
  if (format === undefined) return () => ({ kind: 'text', text, format: 'json', name });
  return async () => (await import('../../schema/formats/index.js')).toJsonSource(text, format, name);
}

function refusing(message: string): Opener {
  return () => schemaEncodeFailure('unreadable', message);
}

/** The byte order mark stays: whether it is allowed is for the loader to say. */
function utf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

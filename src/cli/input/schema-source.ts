import {
  type SchemaEncodeFailure,
  type SchemaUnsupportedFailure,
  schemaEncodeFailure,
} from '../../diagnostics/schema-failures.js';
import type { SchemaSource } from '../../schema/compiled-schema.js';
import type { OtherFormat } from '../../schema/formats/index.js';
import { decodeText } from '../../text/text-encoding.js';
import type { InputReader } from './input-reader.js';
import { isStdin } from './open-input.js';
import type { OpenedSchema } from './schema-module.js';

/** A parsed schema argument. Nothing is read until `read` is called. */
export interface SchemaInputPlan {
  /** What messages call it: the argument, `stdin` or `given inline`. */
  readonly name: string;
  /** The file that positions refer to, if there is one. */
  readonly file: string | null;
  /** @throws {WaitEnded} if a limit or a signal of the reader expired while waiting for it */
  read(reader: InputReader): Promise<OpenedSchema | ReadFailure>;
}

export type ReadFailure = SchemaEncodeFailure | SchemaUnsupportedFailure;

export interface SchemaPlace {
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

/** The format that the name of a schema file says; undefined for JSON. */
export function otherFormatOf(name: string): OtherFormat | undefined {
  return FORMATS.find(([extension]) => extension.test(name))?.[1];
}

/** Matches references to other files. References written with escapes are refused later. */
const FILE_REFERENCE = /"\$ref"\s*:\s*"(?!#|https?:)/;

/** @param argument - a path, a module with an export, `-` for stdin, or inline text that starts with `{` */
export function openSchema(argument: string, place: SchemaPlace): SchemaInputPlan {
  if (isStdin(argument)) return { name: 'stdin', file: null, read: fromStdin };
  if (argument.trimStart().startsWith('{')) {
    const source = { kind: 'text', text: argument, format: 'json', name: 'given inline' } as const;
    return { name: source.name, file: null, read: async () => ({ source, parses: [] }) };
  }
  const module = MODULE.exec(argument);
  if (module !== null) return fromModule(module[1] ?? argument, module[2], argument);
  return fromFile(argument, place);
}

function fromFile(path: string, place: SchemaPlace): SchemaInputPlan {
  return {
    name: path,
    file: path,
    read: async (reader) => {
      const part = path.includes('#') ? await partOf(path, place, reader) : null;
      return part ?? withReferencedFiles(await readSource(path, reader), path, place, reader);
    },
  };
}

/** Null if the path names a whole file. */
async function partOf(
  argument: string,
  { allowRefsOutside }: SchemaPlace,
  reader: InputReader,
): Promise<OpenedSchema | ReadFailure | null> {
  const { missingPart, partName, referenceTo, unwrapped } = await import('./schema-part.js');
  const part = partName(argument, reader.resolve(argument));
  if (part === null) return null;
  const document = await readSource(part.file, reader);
  if ('ok' in document) return document;
  const missing = missingPart(document, part);
  if (missing !== null) return missing;
  const { bundleSchemaFiles } = await import('./schema-files.js');
  const whole = await bundleSchemaFiles({
    source: referenceTo(part),
    file: argument,
    path: `${reader.resolve(part.file)}#`,
    allowOutside: allowRefsOutside,
    open: async (path) => readSource(reader.shown(path), reader),
  });
  if ('ok' in whole) return whole;
  if (whole.kind !== 'text') return { source: whole, parses: [] };
  const { value, pointerIn } = unwrapped(JSON.parse(whole.text));
  const text = JSON.stringify(value);
  const positionOf = (pointer: string) => whole.positionOf?.(pointerIn(pointer));
  return { source: { kind: 'text', format: 'json', text, name: argument, positionOf }, parses: [] };
}

async function withReferencedFiles(
  source: SchemaSource | SchemaEncodeFailure,
  file: string,
  { allowRefsOutside }: SchemaPlace,
  reader: InputReader,
): Promise<OpenedSchema | ReadFailure> {
  if ('ok' in source) return source;
  if (source.kind !== 'text' || !FILE_REFERENCE.test(source.text)) return { source, parses: [] };
  const { bundleSchemaFiles } = await import('./schema-files.js');
  const open = async (path: string) => readSource(reader.shown(path), reader);
  const whole = await bundleSchemaFiles({
    source,
    file,
    path: reader.resolve(file),
    allowOutside: allowRefsOutside,
    open,
  });
  return 'ok' in whole ? whole : { source: whole, parses: [] };
}

function fromModule(file: string, exported: string | undefined, name: string): SchemaInputPlan {
  return {
    name,
    file,
    // Loaded only if the schema is a module.
    read: async (reader) => {
      const { loadSchemaModule } = await import('./schema-module.js');
      const path = reader.resolve(file);
      return reader.module(loadSchemaModule({ file, path, exported, name }), file);
    },
  };
}

async function fromStdin(reader: InputReader): Promise<OpenedSchema | ReadFailure> {
  const source = await sourceOf(await reader.stdin('the schema'), 'stdin');
  return 'ok' in source ? source : { source, parses: [] };
}

async function readSource(path: string, reader: InputReader): Promise<SchemaSource | SchemaEncodeFailure> {
  const read = await reader.file(path, 'the schema');
  return read.ok
    ? sourceOf(read.bytes, path)
    : unreadable(`The schema ${path} cannot be read: ${read.reason}.`);
}

async function sourceOf(bytes: Uint8Array, name: string): Promise<SchemaSource | SchemaEncodeFailure> {
  // The loader judges the byte order mark.
  const decoded = decodeText(bytes, true);
  if (!decoded.ok) return unreadable(`The schema ${name} ${decoded.problem}.`);
  const { text } = decoded;
  const format = otherFormatOf(name);
  if (format === undefined) return { kind: 'text', text, format: 'json', name };
  return (await import('../../schema/formats/index.js')).toJsonSource(text, format, name);
}

function unreadable(message: string): SchemaEncodeFailure {
  return schemaEncodeFailure('unreadable', message);
}

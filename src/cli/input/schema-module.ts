import { statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import { type SchemaEncodeFailure, schemaEncodeFailure } from '../../diagnostics/schema-failures.js';
import { isObject } from '../../json/value.js';
import type { AnyParse } from '../../outcome/parse.js';
import { fileProblem } from '../../platform/files/file-problem.js';
import { schemaNotConvertible } from '../../run/preflight-failure.js';
import { readSchemaInput, type SchemaInput } from '../../run/schema-input.js';
import type { SchemaSource } from '../../schema/compiled-schema.js';

export interface SchemaModule {
  /** As it was given. */
  readonly file: string;
  /** Absolute. */
  readonly path: string;
  /** Undefined: the default export. */
  readonly exported: string | undefined;
  /** The whole argument. */
  readonly name: string;
}

/** Runs a module and returns the schema that it exports: a JSON Schema, or one with the Standard JSON Schema interface. */
export async function loadSchemaModule({
  file,
  path,
  exported = 'default',
  name,
}: SchemaModule): Promise<OpenedSchema | SchemaEncodeFailure> {
  const problem = problemOf(path);
  if (problem !== null)
    return schemaEncodeFailure('unreadable', `The schema ${name} cannot be read: ${problem}.`);
  let namespace: Readonly<Record<string, unknown>>;
  try {
    namespace = await withoutStdout(() => importModule(path));
  } catch (error) {
    return schemaEncodeFailure(
      'unreadable',
      `The schema module ${file} cannot be loaded: ${firstLine(error)}`,
    );
  }
  if (!Object.hasOwn(namespace, exported)) return noSuchExport(file, exported, Object.keys(namespace));
  return schemaOf(namespace[exported], name);
}

function problemOf(path: string): string | null {
  try {
    const stats = statSync(path);
    if (stats.isDirectory()) return 'it is a directory';
    // The module loader would wait for a FIFO forever.
    return stats.isFile() ? null : 'it is not a regular file';
  } catch (error) {
    return fileProblem(error);
  }
}

async function importModule(path: string): Promise<Readonly<Record<string, unknown>>> {
  if (!/\.[cm]?ts$/.test(path)) return await import(pathToFileURL(path).href);
  // Node before 22.18 does not run TypeScript. The cache is off, since it would leave files behind.
  const { createJiti } = await import('jiti');
  return await createJiti(path, { fsCache: false, interopDefault: false }).import(path);
}

/** Redirects what a module logs while it loads to stderr, since stdout is reserved for the answer. */
async function withoutStdout<T>(load: () => Promise<T>): Promise<T> {
  const { log, info, debug } = console;
  Object.assign(console, { log: console.error, info: console.error, debug: console.error });
  try {
    return await load();
  } finally {
    Object.assign(console, { log, info, debug });
  }
}

function firstLine(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return /[.!?]$/.test(line) ? line : `${line}.`;
}

function noSuchExport(file: string, exported: string, others: readonly string[]): SchemaEncodeFailure {
  const names = others.filter((name) => /^[\w$]+$/.test(name)).slice(0, 10);
  const hint =
    names.length === 0
      ? 'It exports nothing.'
      : `Use one of its exports: ${names.map((name) => (name === 'default' ? file : `${file}#${name}`)).join(', ')}.`;
  const what = exported === 'default' ? 'default export' : `export '${exported}'`;
  return schemaEncodeFailure('not_a_schema', `The schema module ${file} has no ${what}. ${hint}`);
}

function schemaOf(value: unknown, name: string): OpenedSchema | SchemaEncodeFailure {
  if (!couldBeSchema(value)) {
    return schemaEncodeFailure(
      'not_a_schema',
      `The schema ${name} is ${typeof value === 'function' ? 'a function' : nameOfType(value)}: export a JSON ` +
        'Schema object, or a schema of zod 4, arktype or valibot (toStandardJsonSchema).',
    );
  }
  try {
    const { source, standard } = readSchemaInput(value);
    return {
      source: source.kind === 'value' ? { ...source, name } : source,
      parses: standard === null ? [] : [onlyChecking(standard)],
    };
  } catch (error) {
    return schemaNotConvertible(error);
  }
}

function couldBeSchema(value: unknown): value is SchemaInput {
  if (typeof value === 'function') return '~standard' in value;
  return isObject(value);
}

function nameOfType(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`;
}

/**
 * What is printed is the model's JSON: refinements may refuse it, but a transform's result, which need not
 * be JSON, is left to the library's users.
 */
function onlyChecking(standard: StandardSchemaV1<unknown, unknown>): AnyParse {
  const { validate } = standard['~standard'];
  return {
    '~standard': {
      ...standard['~standard'],
      validate: async (value) => {
        const result = await validate(value);
        return result.issues === undefined ? { value } : result;
      },
    },
  };
}

export interface OpenedSchema {
  readonly source: SchemaSource;
  /** The checks of a schema library (zod, …) beyond its JSON Schema. */
  readonly parses: readonly AnyParse[];
}

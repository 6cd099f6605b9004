import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { assertOptions } from '../../codex/options/assert-options.js';
import { boolean, type OptionTable, string } from '../../codex/options/validators.js';
import type { SchemaEncodeFailure, SchemaUnsupportedFailure } from '../../diagnostics/schema-failures.js';
import { jsonText } from '../../json/exact.js';
import { compileSchema } from '../../run/compile-schema.js';
import { SCHEMA_OPTIONS } from '../../run/option-validators.js';
import type { SchemaInput } from '../../run/schema-input.js';
import type { CompileOptions } from '../../schema/compiled-schema.js';

/** How the bridge compiles schemas and finds codex. */
export interface OutputSchemaBridgeOptions
  extends Pick<CompileOptions, 'mode' | 'narrow' | 'failOnWarnings'> {
  /** With `adapt`: decode the final message to the form of the author's schema. Default false. */
  readonly decode?: boolean;
  /** The codex behind the bridge. Default: the one that is found. */
  readonly codexPath?: string;
}

/** The program and environment for a client that starts codex by itself, such as an ACP adapter. */
export interface OutputSchemaBridge {
  /** The program that takes the place of codex. */
  readonly path: string;
  /** Variables to add to the client's environment, including `CODEX_PATH`, the path of the program. */
  readonly env: Readonly<Record<string, string>>;
}

const OPTIONS: OptionTable<OutputSchemaBridgeOptions> = {
  mode: SCHEMA_OPTIONS.mode,
  narrow: boolean,
  failOnWarnings: boolean,
  decode: boolean,
  codexPath: string,
};

/** Linux allows at most 128 KiB for a variable. */
const MAX_VARIABLE_BYTES = 120 * 1024;

/**
 * Creates what a client needs so that each of its turns without a schema gets this one. Nothing is started.
 *
 * @param schema - in any form that `compileSchema` takes; it is checked here
 * @throws {TypeError} if an option is unknown or invalid
 * @throws {RangeError} if the schema is too long for an environment variable: write it to a file, and set
 *   `CODEX_STRUCTURED_SCHEMA` to its path
 * @throws {Error} if the package is not installed, as in a bundle that left it out
 */
export function createOutputSchemaBridge(
  schema: SchemaInput,
  options: OutputSchemaBridgeOptions = {},
): OutputSchemaBridge | SchemaEncodeFailure | SchemaUnsupportedFailure {
  assertOptions('createOutputSchemaBridge()', options, OPTIONS);
  const { mode = 'strict', narrow = true, failOnWarnings = false, decode = false, codexPath } = options;
  const compiled = compileSchema(schema, { mode, narrow, failOnWarnings });
  if ('kind' in compiled) return compiled;
  const text = jsonText(compiled.author);
  if (Buffer.byteLength(text) > MAX_VARIABLE_BYTES) {
    throw new RangeError(
      'The schema is too long for an environment variable. Write it to a file, and set CODEX_STRUCTURED_SCHEMA to its path.',
    );
  }
  const path = programPath();
  return {
    path,
    env: {
      CODEX_PATH: path,
      CODEX_STRUCTURED_SCHEMA: text,
      CODEX_STRUCTURED_SCHEMA_MODE: mode,
      CODEX_STRUCTURED_NO_NARROW: narrow ? '0' : '1',
      CODEX_STRUCTURED_FAIL_ON_WARNINGS: failOnWarnings ? '1' : '0',
      CODEX_STRUCTURED_DECODE: decode && mode === 'adapt' ? '1' : '0',
      ...(codexPath === undefined ? {} : { CODEX_STRUCTURED_CODEX_PATH: codexPath }),
    },
  };
}

/** Resolves the package by its own name, so that it does not matter where this file is in dist. */
function programPath(): string {
  try {
    const manifest = createRequire(import.meta.url).resolve('codex-structured/package.json');
    return join(dirname(manifest), 'bin', 'codex-structured-app-server.js');
  } catch (cause) {
    throw new Error(
      'Cannot find the program of the bridge. The package codex-structured must be installed where the program that uses it runs. If you bundle that program, mark codex-structured as external.',
      { cause },
    );
  }
}

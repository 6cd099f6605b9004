import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { assertOptions } from '../../codex/options/assert-options.js';
import { boolean, type OptionTable, string } from '../../codex/options/validators.js';
import type { SchemaEncodeFailure, SchemaUnsupportedFailure } from '../../diagnostics/schema-failures.js';
import { compileSchema } from '../../run/compile-schema.js';
import { SCHEMA_OPTIONS } from '../../run/option-validators.js';
import type { SchemaInput } from '../../run/schema-input.js';
import type { CompileOptions } from '../../schema/compiled-schema.js';

export interface OutputSchemaBridgeOptions
  extends Pick<CompileOptions, 'mode' | 'narrow' | 'failOnWarnings'> {
  /** With `adapt`: the final message comes back in the schema's own form. Default false. */
  readonly decode?: boolean;
  /** The codex behind the bridge, instead of looking for one. */
  readonly codexPath?: string;
}

/** What a client that starts codex by itself, such as an ACP adapter, is started with. */
export interface OutputSchemaBridge {
  /** The program that stands in for codex. */
  readonly path: string;
  /** To be laid over the client's environment; `CODEX_PATH`, which names the program, is among it. */
  readonly env: Readonly<Record<string, string>>;
}

const OPTIONS: OptionTable<OutputSchemaBridgeOptions> = {
  mode: SCHEMA_OPTIONS.mode,
  narrow: boolean,
  failOnWarnings: boolean,
  decode: boolean,
  codexPath: string,
};

/** Linux takes no longer variable than 128 KiB. */
const LONGEST_VARIABLE = 120 * 1024;

/**
 * Everything for a client to have this schema on each of its turns that has none of its own.
 *
 * @param schema as `compileSchema` takes it; it is judged here, before anything is started
 * @throws {TypeError} if an option is none
 * @throws {RangeError} where the schema is too long for the environment: write it to a file, and name that in
 *   `CODEX_STRUCTURED_SCHEMA`
 * @throws {Error} if the package is not installed beside the program, as in a bundle that left it out
 */
export function createOutputSchemaBridge(
  schema: SchemaInput,
  options: OutputSchemaBridgeOptions = {},
): OutputSchemaBridge | SchemaEncodeFailure | SchemaUnsupportedFailure {
  assertOptions('createOutputSchemaBridge()', options, OPTIONS);
  const { mode = 'strict', narrow = true, failOnWarnings = false, decode = false, codexPath } = options;
  const compiled = compileSchema(schema, { mode, narrow, failOnWarnings });
  if ('kind' in compiled) return compiled;
  const text = JSON.stringify(compiled.author);
  if (Buffer.byteLength(text) > LONGEST_VARIABLE) {
    throw new RangeError(
      'The schema is too long for an environment variable; write it to a file, and name that in CODEX_STRUCTURED_SCHEMA.',
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

/** By the package's own name: where this file ends up in dist does not matter. */
function programPath(): string {
  try {
    const manifest = createRequire(import.meta.url).resolve('codex-structured/package.json');
    return join(dirname(manifest), 'bin', 'codex-structured-app-server.js');
  } catch (cause) {
    throw new Error(
      'The program of the bridge was not found: codex-structured must be installed beside the program that uses it. If you bundle that program, mark codex-structured as external.',
      { cause },
    );
  }
}

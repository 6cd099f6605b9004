import type { SchemaIssue, SourcePosition } from '../diagnostics/issue.js';
import type { SchemaEncodeFailure, SchemaUnsupportedFailure } from '../diagnostics/schema-failures.js';
import type { CodecResult, ValidationResult } from '../diagnostics/schema-results.js';
import type { JsonValue } from '../json/value.js';
import type { Change } from './adapt/report/change-log.js';
import type { StrictLimits } from './dialect/strict-limits.js';

/**
 * What to do with a schema outside of the strict subset: report it (`strict`), send an equivalent one
 * (`adapt`), or send it as it is (`raw`).
 */
export type SchemaMode = 'strict' | 'adapt' | 'raw';

/** A schema ready to be sent, with the author's end of it. */
export interface CompiledSchema {
  /** The author's schema, as a value. */
  readonly author: JsonValue;
  /** What codex is given, as a value. */
  readonly wire: JsonValue;
  /** What codex is given, as text: byte for byte the author's, where it was a JSON file. */
  readonly wireText: string;
  /** Of `wireText` as UTF-8, in hex. */
  readonly sha256: string;
  /** Whether the wire schema differs from the schema of the author. */
  readonly adapted: boolean;
  /** What may not work as the author expects; none of it prevents a run. */
  readonly warnings: readonly SchemaIssue[];
  /** Sentences for `detail.notices`: what was understood with leniency. */
  readonly notices: readonly string[];
  /** How the wire schema differs from the author's, where it was adapted. */
  readonly changes: readonly Change[];
  /** Author value → wire value. */
  encode(value: JsonValue): CodecResult;
  /** Wire value → author value. */
  decode(value: JsonValue): CodecResult;
  /** Against the author's schema. */
  validate(value: JsonValue): ValidationResult;
}

/** How a schema is compiled. */
export interface CompileOptions {
  /** What to do with a schema outside of the strict subset. Default: `strict`. */
  readonly mode?: SchemaMode;
  /** False: formats are annotations; their findings come as `notes`. Default true. */
  readonly validateFormats?: boolean;
  /** With `adapt`: whether the wire may say less than everything where the author is silent. Default true. */
  readonly narrow?: boolean;
  /** With `strict`: warnings refuse the schema too, so that only what is known to be taken goes out. */
  readonly failOnWarnings?: boolean;
  /** With `strict`: other limits than OpenAI's documented ones. */
  readonly limits?: Partial<StrictLimits>;
}

/** A schema in the shape the caller gave it, already read. */
export type SchemaSource =
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly format: 'json';
      readonly name: string;
      /** Where things are in what the author wrote, where this text was made from it. */
      readonly positionOf?: (pointer: string) => SourcePosition | undefined;
    }
  | {
      readonly kind: 'value';
      readonly value: unknown;
      /** What messages call it: `schema.ts#Person`. */
      readonly name?: string;
    };

export type CompileResult = CompiledSchema | SchemaEncodeFailure | SchemaUnsupportedFailure;

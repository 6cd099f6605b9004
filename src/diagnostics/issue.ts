import type { JsonValue } from '../json/value.js';

/** A place in the author's text. Both numbers are 1-based; columns count UTF-16 code units. */
export interface SourcePosition {
  readonly line: number;
  readonly column: number;
}

/** One finding about a schema. `line` and `column` are absent for schemas that came as objects. */
export interface SchemaIssue {
  readonly code: string;
  /** `error`: known to be refused. `warning`: sources differ, or nobody has qualified it. */
  readonly severity: 'error' | 'warning';
  /** RFC 6901 pointer of the keyword where there is one, else of the node. */
  readonly pointer: string;
  readonly line?: number;
  readonly column?: number;
  /** What is wrong, in one sentence. */
  readonly message: string;
  /** What to do about it. */
  readonly hint: string;
}

/** One way in which a value is not valid against the author's schema. */
export interface Violation {
  /** RFC 6901 pointer into the value. */
  readonly pointer: string;
  /** The JSON Schema keyword that refused it. */
  readonly keyword: string;
  /** RFC 6901 pointer (with `#`) into the schema. */
  readonly schemaPointer: string;
  /** What is wrong, in one sentence without the value itself. */
  readonly message: string;
}

/** A value on the other side of the codec, or the place that has no equivalent there. */
export type CodecResult =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly reason: string; readonly pointer: string };

/** Whether a value conforms to a schema. `notes` are format mismatches that are only reported. */
export type ValidationResult =
  | { readonly ok: true; readonly notes: readonly Violation[] }
  | {
      readonly ok: false;
      readonly violations: readonly Violation[];
      /** The value is nested too deep for this schema to be followed: whether it conforms is unknown. */
      readonly tooDeep?: true;
    };

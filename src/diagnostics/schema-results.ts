import type { JsonValue } from '../json/value.js';
import type { Violation } from './issue.js';

/** An encoded or decoded value, or what prevented it. */
export type CodecResult =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly reason: string; readonly pointer: string };

/** Whether a value matches a schema, and if not, where. */
export type ValidationResult =
  | { readonly ok: true; readonly notes: readonly Violation[] }
  | {
      readonly ok: false;
      readonly violations: readonly Violation[];
      /** The value is nested too deep for this schema to be evaluated, so it is unknown whether it conforms. */
      readonly tooDeep?: true;
    };

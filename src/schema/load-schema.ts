import type { SourcePosition } from '../diagnostics/issue.js';
import {
  describePlace,
  type SchemaEncodeFailure,
  type SchemaEncodeReason,
  schemaEncodeFailure,
} from '../diagnostics/schema-failures.js';
import { describeProblem } from '../json/explain.js';
import { createPointerIndex, type PointerIndex } from '../json/pointer-offsets.js';
import { createPositioner, positionAt, type TextPosition } from '../json/position.js';
import { findProblem, type JsonProblem } from '../json/problem.js';
import { toJsonText, type UnserializableReason } from '../json/serialize.js';
import { parseStrict } from '../json/strict-parse.js';
import { isJsonObject, type JsonValue } from '../json/value.js';
import type { SchemaSource } from './compiled-schema.js';

/** A schema that was read. Whether it is a valid one is not known yet. */
export interface LoadedSchema {
  /** An object, or `true` or `false`. */
  readonly value: JsonValue;
  /** As JSON: the author's bytes but for a byte order mark, or the object serialised. */
  readonly text: string;
  /** What messages call it, as the subject of a sentence. */
  readonly subject: string;
  /** Where a pointer is in the author's text: a member's name, an element, the root. */
  positionOf(pointer: string): SourcePosition | undefined;
}

const byteOrderMark = '\uFEFF';

/** Reads a schema from text or from an object. Nothing is fetched, and the source is not changed. */
export function loadSchema(source: SchemaSource): LoadedSchema | SchemaEncodeFailure {
  if (source.kind === 'value') {
    return loadValue(source.value, source.name === undefined ? 'The schema' : `The schema ${source.name}`);
  }
  return loadJsonText(source.text, `The schema ${source.name}`, source.positionOf);
}

function loadJsonText(
  original: string,
  subject: string,
  positionOf: LoadedSchema['positionOf'] | undefined,
): LoadedSchema | SchemaEncodeFailure {
  const text = original.startsWith(byteOrderMark) ? original.slice(1) : original;
  if (text.trim() === '')
    return schemaEncodeFailure('empty', `${subject} is empty; it must be a JSON Schema.`);
  const parsed = parseStrict(text);
  if (!parsed.ok) return refuseText(text, subject);
  return onlySchemas({ value: parsed.value, text, subject, positionOf: positionOf ?? positionsIn(text) });
}

/** Most schemas have no finding, so the places are looked for when the first is asked for. */
function positionsIn(text: string): LoadedSchema['positionOf'] {
  let locator: PointerIndex | undefined;
  let positioner: ((offset: number) => TextPosition) | undefined;
  return (pointer) => {
    locator ??= createPointerIndex(text);
    const offset = locator.offsetOf(pointer);
    positioner ??= createPositioner(text);
    return offset === undefined ? undefined : positioner(offset);
  };
}

const reasonOfProblem: Partial<Record<JsonProblem['reason'], SchemaEncodeReason>> = {
  duplicate_key: 'duplicate_key',
  too_deep: 'too_deep',
};

function refuseText(text: string, subject: string): SchemaEncodeFailure {
  const problem = findProblem(text);
  if (problem === undefined) return schemaEncodeFailure('syntax', `${subject} is not valid JSON.`);
  return schemaEncodeFailure(
    reasonOfProblem[problem.reason] ?? 'syntax',
    describeProblem(text, problem, subject),
    { position: positionAt(text, problem.offset) },
  );
}

const unserialisable: Readonly<Record<UnserializableReason, string>> = {
  cycle: 'contains itself; use "$ref" for the cycle',
  bigint: 'has a BigInt; use a number',
  function: 'has a function; pass a JSON Schema, not code',
  symbol: 'has a symbol',
  undefined: 'has undefined in place of a value',
  non_finite: 'has NaN or an infinity, which JSON does not support',
  too_deep: 'is nested too deep',
  too_large: 'is too large with its shared parts written out; use "$defs" and "$ref" for them',
  exotic: 'has a value that is not plain JSON, such as a Map, a RegExp or an instance of a class',
};

function loadValue(value: unknown, subject: string): LoadedSchema | SchemaEncodeFailure {
  const serialised = toJsonText(value);
  if (!serialised.ok) {
    const { reason, pointer } = serialised;
    return schemaEncodeFailure(
      reason === 'too_deep' ? 'too_deep' : 'not_serialisable',
      `${subject} has no JSON form: ${describePlace(pointer, undefined)} it ${unserialisable[reason]}.`,
      { pointer },
    );
  }
  const { value: copy, text } = serialised;
  return onlySchemas({ value: copy, text, subject, positionOf: () => undefined });
}

function onlySchemas(loaded: LoadedSchema): LoadedSchema | SchemaEncodeFailure {
  const { value, subject } = loaded;
  if (typeof value === 'boolean' || isJsonObject(value)) {
    return loaded;
  }
  const found = value === null ? 'null' : Array.isArray(value) ? 'an array' : `a ${typeof value}`;
  return schemaEncodeFailure('not_a_schema', `${subject} is ${found}, but a JSON Schema must be an object.`, {
    pointer: '',
    position: loaded.positionOf(''),
  });
}

import {
  type AdditionalContext,
  type AdditionalContextEntry,
  contextProblem,
} from '../../codex/additional-context.js';
import type { JsonObject, JsonValue } from '../../json/value.js';
import { isJsonObject } from '../../json/value.js';

/** What is wrong with a task, without its place and without a full stop. */
export class TaskProblemError extends Error {}

/** Ids go into reports and file names of CI services; nobody means a longer one. */
const LONGEST_ID = 1000;

/** A text, or a whole number as exports of databases have it. */
export function readId(fields: JsonObject): string | undefined {
  const id = given(fields, 'id');
  if (id === undefined) return undefined;
  if (typeof id === 'number') {
    if (Number.isSafeInteger(id)) return String(id);
    throw new TaskProblemError("its field 'id' is a number that may have been rounded; write it as a string");
  }
  if (typeof id !== 'string') throw new TaskProblemError("its field 'id' is no string");
  if (id.trim() === '') throw new TaskProblemError("its field 'id' is empty");
  if (id.length > LONGEST_ID)
    throw new TaskProblemError(`its field 'id' is longer than ${LONGEST_ID} characters`);
  return id;
}

/** Undefined where it is not given; null is as good as nothing. */
export function readString(fields: JsonObject, name: string): string | undefined {
  const value = given(fields, name);
  if (value === undefined) return undefined;
  if (typeof value !== 'string') throw new TaskProblemError(`its field '${name}' is no string`);
  if (value === '') throw new TaskProblemError(`its field '${name}' is empty`);
  return value;
}

export function readStrings(fields: JsonObject, name: string): readonly string[] | undefined {
  const value = given(fields, name);
  if (value === undefined) return undefined;
  const texts: readonly JsonValue[] = Array.isArray(value) ? value : [value];
  const bad = texts.some((text) => typeof text !== 'string' || text === '');
  if (bad) throw new TaskProblemError(`its field '${name}' is no list of strings`);
  return texts as readonly string[];
}

/** A schema itself, or the name of its file. */
export function readSchema(fields: JsonObject): JsonObject | string | undefined {
  const value = given(fields, 'schema');
  if (value === undefined) return undefined;
  if (isJsonObject(value)) return value;
  if (typeof value === 'string' && value !== '') return value;
  throw new TaskProblemError("its field 'schema' is neither a JSON Schema nor a file's name");
}

/** Plain values are somebody else's text; `{"value", "kind"}` says otherwise. */
export function readContext(fields: JsonObject): AdditionalContext | undefined {
  const value = given(fields, 'context');
  if (value === undefined) return undefined;
  if (!isJsonObject(value)) throw new TaskProblemError("its field 'context' is no object");
  const context = Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, contextEntry(key, entry)]),
  );
  const problem = contextProblem(context);
  if (problem !== null) throw new TaskProblemError(`of its field 'context', ${problem.replace(/\.$/, '')}`);
  return context;
}

function contextEntry(key: string, entry: JsonValue): AdditionalContextEntry {
  if (typeof entry === 'string') return { value: entry, kind: 'untrusted' };
  if (isJsonObject(entry)) {
    const { value, kind = 'untrusted', ...rest } = entry;
    const isKind = kind === 'untrusted' || kind === 'application';
    if (typeof value === 'string' && isKind && Object.keys(rest).length === 0) return { value, kind };
  }
  throw new TaskProblemError(
    `the context '${key.slice(0, 60)}' is neither a string nor {"value", "kind": "untrusted" or "application"}`,
  );
}

function given(fields: JsonObject, name: string): JsonValue | undefined {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return value === null ? undefined : value;
}

import {
  type AdditionalContext,
  type AdditionalContextEntry,
  contextProblem,
} from '../../codex/additional-context.js';
import { MAX_PROMPT_CHARACTERS } from '../../codex/check-inputs.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/value.js';
import type { BatchTask, TaskRead } from '../batch-task.js';
import type { Template } from './template.js';

/** What a task may have beside what its template names. */
export const TASK_FIELDS = ['id', 'prompt', 'schema', 'cwd', 'images', 'context', 'model'] as const;

/** One piece of the input that is a string or an object. */
interface RawTask {
  readonly index: number;
  /** Where it is, to begin a sentence: `Line 3 of tasks.jsonl`. */
  readonly where: string;
  readonly value: string | JsonObject;
}

/** Of what is not even read: it must not take the id of a task that says what it is called. */
export function unreadableTaskId(index: number): string {
  return `#${index}`;
}

/** Reads a task by the rules of docs/batch.md; what is wrong with it is said in one sentence. */
export function parseTask({ index, where, value }: RawTask, template: Template | null): TaskRead {
  const fields: JsonObject = typeof value === 'string' ? {} : value;
  let id = String(index);
  try {
    id = readId(fields) ?? id;
    if (template === null) refuseUnknown(fields);
    const prompt = promptOf(value, template);
    return { kind: 'task', task: { index, id, prompt, ...taskOptions(fields) } };
  } catch (error) {
    if (!(error instanceof TaskProblemError)) throw error;
    return { kind: 'invalid', invalid: { index, id, problem: `${where}: ${error.message}.` } };
  }
}

function taskOptions(fields: JsonObject): Partial<BatchTask> {
  const schema = readSchema(fields);
  const cwd = readString(fields, 'cwd');
  const images = readStrings(fields, 'images');
  const context: AdditionalContext | undefined = readContext(fields);
  const model = readString(fields, 'model');
  return {
    ...(schema === undefined ? {} : { schema }),
    ...(cwd === undefined ? {} : { cwd }),
    ...(images === undefined ? {} : { images }),
    ...(context === undefined ? {} : { context }),
    ...(model === undefined ? {} : { model }),
  };
}

function promptOf(value: string | JsonObject, template: Template | null): string {
  const prompt = template === null ? plainPrompt(value) : filledPrompt(template, value);
  if (prompt.trim() === '') throw new TaskProblemError('its prompt is empty');
  // Quick where it is short, as nearly always; an astral character counts once.
  if (prompt.length > MAX_PROMPT_CHARACTERS && Array.from(prompt).length > MAX_PROMPT_CHARACTERS) {
    throw new TaskProblemError(
      `its prompt has ${Array.from(prompt).length} characters, and codex takes at most ${MAX_PROMPT_CHARACTERS}`,
    );
  }
  return prompt;
}

function plainPrompt(value: string | JsonObject): string {
  if (typeof value === 'string') return value;
  const prompt = readString(value, 'prompt');
  if (prompt !== undefined) return prompt;
  throw new TaskProblemError("it has no field 'prompt', and there is no --template");
}

function filledPrompt(template: Template, value: string | JsonObject): string {
  const result = template.fill(value);
  if ('problem' in result) throw new TaskProblemError(result.problem);
  return result.prompt;
}

/** A field that nobody reads is a typo, or data that was meant to reach the model. */
function refuseUnknown(fields: JsonObject): void {
  const known: readonly string[] = TASK_FIELDS;
  const unknown = Object.keys(fields).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new TaskProblemError(unknownField(unknown));
}

function unknownField(name: string): string {
  return `its field ${JSON.stringify(name.slice(0, 60))} means nothing without --template; known are ${TASK_FIELDS.join(', ')} (to leave others unread: --template '{{prompt}}')`;
}

/** What is wrong with a task, without its place and without a full stop. */
class TaskProblemError extends Error {}

/** Ids go into reports and file names of CI services; nobody means a longer one. */
const LONGEST_ID = 1000;

/** A text, or a whole number as exports of databases have it. */
function readId(fields: JsonObject): string | undefined {
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
function readString(fields: JsonObject, name: string): string | undefined {
  const value = given(fields, name);
  if (value === undefined) return undefined;
  if (typeof value !== 'string') throw new TaskProblemError(`its field '${name}' is no string`);
  if (value === '') throw new TaskProblemError(`its field '${name}' is empty`);
  return value;
}

function readStrings(fields: JsonObject, name: string): readonly string[] | undefined {
  const value = given(fields, name);
  if (value === undefined) return undefined;
  const texts: readonly JsonValue[] = Array.isArray(value) ? value : [value];
  const bad = texts.some((text) => typeof text !== 'string' || text === '');
  if (bad) throw new TaskProblemError(`its field '${name}' is no list of strings`);
  return texts as readonly string[];
}

/** A schema itself, or the name of its file. */
function readSchema(fields: JsonObject): JsonObject | string | undefined {
  const value = given(fields, 'schema');
  if (value === undefined) return undefined;
  if (isJsonObject(value)) return value;
  if (typeof value === 'string' && value !== '') return value;
  throw new TaskProblemError("its field 'schema' is neither a JSON Schema nor a file's name");
}

/** Plain values are somebody else's text; `{"value", "kind"}` says otherwise. */
function readContext(fields: JsonObject): AdditionalContext | undefined {
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

import {
  type AdditionalContext,
  type AdditionalContextEntry,
  contextProblem,
} from '../../codex/additional-context.js';
import { promptSizeProblem } from '../../codex/check-inputs.js';
import { definedOnly } from '../../json/defined-only.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/value.js';
import type { TaskRead } from '../batch-task.js';
import type { Template } from './template.js';

/** The fields of a task, beside those that its template names. */
export const TASK_FIELDS: readonly string[] = ['id', 'prompt', 'schema', 'cwd', 'images', 'context', 'model'];

/** Ids appear in reports and in file names of CI services. */
const MAX_ID_LENGTH = 1000;

/** A piece of the input that is a string or an object. */
interface RawTask {
  readonly index: number;
  /** The place in the input, as the start of a sentence: `Line 3 of tasks.jsonl`. */
  readonly where: string;
  readonly value: string | JsonObject;
}

/** What is wrong with a task, without the place and the full stop. */
class TaskProblemError extends Error {}

/** Reads a task by the rules of docs/batch.md. */
export function parseTask({ index, where, value }: RawTask, template: Template | null): TaskRead {
  const fields: JsonObject = typeof value === 'string' ? {} : value;
  let id = String(index);
  let hasDefaultId = true;
  try {
    const given = readId(fields);
    hasDefaultId = given === undefined;
    id = given ?? id;
    if (template === null) rejectUnknown(fields);
    const prompt = readPrompt(value, template);
    const options = definedOnly({
      schema: readSchema(fields),
      cwd: readString(fields, 'cwd'),
      images: readStrings(fields, 'images'),
      context: readContext(fields),
      model: readString(fields, 'model'),
    });
    return { kind: 'task', task: { index, id, prompt, ...options }, hasDefaultId };
  } catch (error) {
    if (!(error instanceof TaskProblemError)) throw error;
    const problem = `${where}: ${error.message}.`;
    return { kind: 'invalid', invalid: { index, id, problem }, hasDefaultId };
  }
}

/** Accepts a string, or an integer, as databases export it. */
function readId(fields: JsonObject): string | undefined {
  const id = fieldOf(fields, 'id');
  if (id === undefined) return undefined;
  if (typeof id === 'number') {
    if (Number.isSafeInteger(id)) return String(id);
    throw new TaskProblemError("its field 'id' is a number that may have been rounded; write it as a string");
  }
  if (typeof id !== 'string') throw new TaskProblemError("its field 'id' must be a string");
  if (id.trim() === '') throw new TaskProblemError("its field 'id' is empty");
  if (id.length > MAX_ID_LENGTH) {
    throw new TaskProblemError(`its field 'id' is longer than ${MAX_ID_LENGTH} characters`);
  }
  return id;
}

/** Rejects a field that nothing reads: it is a typo, or data that was meant for the model. */
function rejectUnknown(fields: JsonObject): void {
  const unknown = Object.keys(fields).find((name) => !TASK_FIELDS.includes(name));
  if (unknown === undefined) return;
  throw new TaskProblemError(
    `its field ${JSON.stringify(unknown.slice(0, 60))} is unknown; known fields are ${TASK_FIELDS.join(', ')} (to ignore other fields, use --template '{{prompt}}')`,
  );
}

function readPrompt(value: string | JsonObject, template: Template | null): string {
  const prompt = template === null ? plainPrompt(value) : filledPrompt(template, value);
  if (prompt.trim() === '') throw new TaskProblemError('its prompt is empty');
  const problem = promptSizeProblem(prompt);
  if (problem !== null) throw new TaskProblemError(`its prompt is too long: ${problem}`);
  return prompt;
}

function plainPrompt(value: string | JsonObject): string {
  const prompt = typeof value === 'string' ? value : readString(value, 'prompt');
  if (prompt !== undefined) return prompt;
  throw new TaskProblemError("it has no field 'prompt', and no --template is given");
}

function filledPrompt(template: Template, value: string | JsonObject): string {
  const result = template.fill(value);
  if ('problem' in result) throw new TaskProblemError(result.problem);
  return result.prompt;
}

function readString(fields: JsonObject, name: string): string | undefined {
  const value = fieldOf(fields, name);
  if (value === undefined) return undefined;
  if (typeof value !== 'string') throw new TaskProblemError(`its field '${name}' must be a string`);
  if (value === '') throw new TaskProblemError(`its field '${name}' is empty`);
  return value;
}

/** Accepts a list, or a single string. */
function readStrings(fields: JsonObject, name: string): readonly string[] | undefined {
  const value = fieldOf(fields, name);
  if (value === undefined) return undefined;
  const texts: readonly JsonValue[] = Array.isArray(value) ? value : [value];
  if (texts.every((text) => typeof text === 'string' && text !== '')) return texts as readonly string[];
  throw new TaskProblemError(`its field '${name}' must be a list of non-empty strings`);
}

/** Accepts an inline schema, or the name of its file. */
function readSchema(fields: JsonObject): JsonObject | string | undefined {
  const value = fieldOf(fields, 'schema');
  if (value === undefined || isJsonObject(value)) return value;
  if (typeof value === 'string' && value !== '') return value;
  throw new TaskProblemError("its field 'schema' must be a JSON Schema or the name of a file");
}

function readContext(fields: JsonObject): AdditionalContext | undefined {
  const value = fieldOf(fields, 'context');
  if (value === undefined) return undefined;
  if (!isJsonObject(value)) throw new TaskProblemError("its field 'context' must be an object");
  const context = Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, contextEntry(key, entry)]),
  );
  const problem = contextProblem(context);
  if (problem === null) return context;
  throw new TaskProblemError(`in its field 'context', ${problem.replace(/\.$/, '')}`);
}

/** A plain string is untrusted text; `{"value", "kind"}` may say otherwise. */
function contextEntry(key: string, entry: JsonValue): AdditionalContextEntry {
  if (typeof entry === 'string') return { value: entry, kind: 'untrusted' };
  if (isJsonObject(entry)) {
    const { value, kind = 'untrusted', ...rest } = entry;
    const isKind = kind === 'untrusted' || kind === 'application';
    if (typeof value === 'string' && isKind && Object.keys(rest).length === 0) return { value, kind };
  }
  throw new TaskProblemError(
    `the context '${key.slice(0, 60)}' must be a string or {"value", "kind": "untrusted" or "application"}`,
  );
}

/** Returns a field, or undefined if it is missing or null. */
function fieldOf(fields: JsonObject, name: string): JsonValue | undefined {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return value === null ? undefined : value;
}

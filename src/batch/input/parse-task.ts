import type { AdditionalContext } from '../../codex/additional-context.js';
import { MAX_PROMPT_CHARACTERS } from '../../codex/check-inputs.js';
import type { JsonObject } from '../../json/value.js';
import type { BatchTask, TaskRead } from '../batch-task.js';
import { readContext, readId, readSchema, readString, readStrings, TaskProblemError } from './task-fields.js';
import type { Template } from './template.js';

/** What a task may have beside what its template names. */
export const TASK_FIELDS = ['id', 'prompt', 'schema', 'cwd', 'images', 'context', 'model'] as const;

/** One piece of the input that is a string or an object. */
export interface RawTask {
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

export function unknownField(name: string): string {
  return `its field ${JSON.stringify(name.slice(0, 60))} means nothing without --template; known are ${TASK_FIELDS.join(', ')} (to leave others unread: --template '{{prompt}}')`;
}

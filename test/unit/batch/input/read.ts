import type { TaskRead } from '../../../../src/batch/batch-task.js';
import { readTasks, type TaskInput } from '../../../../src/batch/input/read-tasks.js';
import { parseTemplate, type Template } from '../../../../src/batch/input/template.js';

/** Gives the bytes in pieces of this size, so that every border is met. */
export async function* inPieces(bytes: Uint8Array, size = bytes.length || 1): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

export function template(text: string): Template {
  const parsed = parseTemplate(text);
  if ('problem' in parsed) throw new Error(parsed.problem);
  return parsed;
}

export async function all(input: TaskInput): Promise<TaskRead[]> {
  const reads: TaskRead[] = [];
  for await (const read of readTasks(input)) reads.push(read);
  return reads;
}

export interface TextInput {
  readonly template?: string;
  readonly size?: number;
}

/** All tasks of a text. */
export function tasksOf(
  kind: 'jsonl' | 'csv',
  text: string | Uint8Array,
  { template: given, size }: TextInput = {},
): Promise<TaskRead[]> {
  return all({
    kind,
    bytes: inPieces(typeof text === 'string' ? Buffer.from(text) : text, size),
    name: `tasks.${kind}`,
    template: given === undefined ? null : template(given),
  });
}

/** Tasks by their prompts, invalid ones by their problems. */
export function shortly(reads: readonly TaskRead[]): string[] {
  return reads.map((read) => (read.kind === 'task' ? read.task.prompt : `! ${read.invalid.problem}`));
}

export async function short(...args: Parameters<typeof tasksOf>): Promise<string[]> {
  return shortly(await tasksOf(...args));
}

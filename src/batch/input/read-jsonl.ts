import { parseStrict } from '../../json/strict-parse.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/value.js';
import { TaskInputError, type TaskRead } from '../batch-task.js';
import { parseTask } from './parse-task.js';
import { type Line, readLines } from './read-lines.js';
import { secondaryDefaultId } from './task-ids.js';
import type { Template } from './template.js';

/** Tasks of JSONL: a line is a string, which is the prompt, or an object with it. */
export async function* readJsonl(
  bytes: AsyncIterable<Uint8Array>,
  name: string,
  template: Template | null,
): AsyncGenerator<TaskRead> {
  let index = 0;
  for await (const line of readLines(bytes)) {
    if (index === 0) refuseOtherJson(line, name);
    const where = `Line ${line.number} of ${name}`;
    const value = taskValueOf(line);
    yield 'problem' in value
      ? {
          kind: 'invalid',
          invalid: { index, id: secondaryDefaultId(index), problem: `${where} ${value.problem}.` },
          hasDefaultId: true,
        }
      : parseTask({ index, where, value: value.task }, template);
    index += 1;
  }
}

type LineValue = { readonly task: string | JsonObject } | { readonly problem: string };

function taskValueOf(line: Parameters<typeof refuseOtherJson>[0]): LineValue {
  if ('problem' in line) return line;
  const parsed = parseStrict(line.text);
  if (!parsed.ok) return { problem: `is not JSON: ${withoutSubject(parsed.message)}` };
  const { value } = parsed;
  return typeof value === 'string' || isJsonObject(value)
    ? { task: value }
    : { problem: `is ${kindOf(value)}; a task is a string (its prompt) or an object` };
}

/** What is JSON, but not a value a line: every line of it would be wrong in the same way. */
function refuseOtherJson(line: Line | { readonly problem: string }, name: string): void {
  if ('problem' in line) return;
  const start = line.text.trim();
  if (!start.startsWith('[') && start !== '{') return;
  const program = start === '{' ? '.' : '.[]';
  throw new TaskInputError(
    `${name} is not one JSON value a line: make it so with jq -c '${program}', or name a CSV file with --format csv.`,
  );
}

/** The parser's sentence, to stand after a colon: the place in the line remains, `line 1` does not. */
function withoutSubject(message: string): string {
  return message
    .replace(/^The text /, 'it ')
    .replaceAll(/\(line 1, column (\d+)/g, '(column $1')
    .replaceAll('first at line 1, column', 'first at column')
    .replace(/\.$/, '');
}

function kindOf(value: JsonValue): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`;
}

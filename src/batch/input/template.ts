import { jsonText } from '../../json/exact.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/value.js';
import { valueStats } from '../../json/value-stats.js';
import { clip } from '../../text/clip.js';
import { formatList } from '../../text/format-list.js';

/**
 * A prompt with `{{field}}`s in it. Nothing is escaped and there is no logic: the text of a task goes into the
 * prompt as it is, JSON where it is no string.
 */
export interface Template {
  /** The fields it names, once each. */
  readonly fields: readonly string[];
  /** The prompt for a task; a `problem` where the task has not what the template names. */
  fill(task: JsonValue): { readonly prompt: string } | { readonly problem: string };
}

type Part = { readonly text: string } | { readonly field: string };

/** The beginning of a tag, its field, and the braces after it; `{{{field}}}` is what mustache calls unescaped. */
const TAG = /(\\?)(\{\{\{?)([^{}]*)(\}*)/g;

/** The whole task, as in mustache. */
const WHOLE = '.';

/**
 * Reads a template: `{{field}}`, `{{a.b}}` for what is nested, `{{.}}` for the task as a whole, `\{{` for two
 * braces.
 *
 * @returns what is wrong with it, in one sentence, where it is none
 */
export function parseTemplate(text: string): Template | { readonly problem: string } {
  const parts: Part[] = [];
  let end = 0;
  for (const {
    0: tag,
    1: backslash = '',
    2: open = '',
    3: inner = '',
    4: close = '',
    index,
  } of text.matchAll(TAG)) {
    parts.push({ text: text.slice(end, index) });
    if (backslash !== '') {
      // Only the braces are plain; what follows them is text as it stands.
      parts.push({ text: tag.slice(1) });
      end = index + tag.length;
      continue;
    }
    const field = inner.trim();
    const problem = tagProblem(tag, field, close.length < open.length);
    if (problem !== null) return { problem };
    parts.push({ field });
    end = index + open.length + inner.length + open.length;
  }
  parts.push({ text: text.slice(end) });
  const fields = new Set(parts.flatMap((part) => ('field' in part ? [part.field] : [])));
  return { fields: [...fields], fill: (task) => fill(parts, task) };
}

function tagProblem(tag: string, field: string, unclosed: boolean): string | null {
  if (unclosed)
    return `The template has '${tag.slice(0, 40)}' without its end; write {{field}}, or \\{{ for two braces.`;
  if (field === '') return `The template has '${tag}', which names no field.`;
  if (/^[#^/!>&=]/.test(field)) {
    return `The template has '${tag}', and templates have no logic: only {{field}} is put in.`;
  }
  return null;
}

function fill(parts: readonly Part[], task: JsonValue): ReturnType<Template['fill']> {
  let prompt = '';
  for (const part of parts) {
    if ('text' in part) {
      prompt += part.text;
      continue;
    }
    const value = valueAt(task, part.field);
    if (value === undefined) return { problem: missing(part.field, task) };
    if (valueStats(value).unsafeNumbers > 0) {
      return {
        problem: `its field '${part.field}' has an integer beyond 2^53, which would be rounded; write it as a string`,
      };
    }
    prompt += typeof value === 'string' ? value : jsonText(value);
  }
  return { prompt };
}

/** A field whose name has dots in it comes before one that is nested. */
function valueAt(task: JsonValue, field: string): JsonValue | undefined {
  if (field === WHOLE) return task;
  if (!isJsonObject(task)) return undefined;
  if (Object.hasOwn(task, field)) return task[field];
  let value: JsonValue | undefined = task;
  for (const name of field.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as JsonObject)[name];
  }
  return value;
}

function missing(field: string, task: JsonValue): string {
  if (!isJsonObject(task))
    return `it is a string without fields, and the template names '${field}' (the string is {{.}})`;
  const names = Object.keys(task);
  const shown = names.map((name) => `'${clip(name, 60)}'`);
  const has = names.length === 0 ? 'it has none' : `it has ${formatList(shown, 10)}`;
  return `it has no field '${field}', which the template names; ${has}`;
}

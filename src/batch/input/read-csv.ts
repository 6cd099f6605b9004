import { isUtf8 } from 'node:buffer';
import { pipeline, Readable } from 'node:stream';
import { type CsvError, parse } from 'csv-parse';
import { parseNoting } from '../../json/read-exactly.js';
import type { JsonObject } from '../../json/value.js';
import { clip } from '../../text/clip.js';
import { formatList } from '../../text/format-list.js';
import { plural } from '../../text/plural.js';
import { utf8Problem } from '../../text/text-encoding.js';
import { TaskInputError, type TaskRead } from '../batch-task.js';
import { parseTask, TASK_FIELDS } from './parse-task.js';
import { secondaryDefaultId } from './task-ids.js';
import type { Template } from './template.js';

/** A quote that nothing closes would take all that follows for one field. */
const MOST_ROW_BYTES = 16 * 1024 * 1024;

/** Columns that are read as the fields of the same names in JSONL are; empty ones are as good as none. */
const COLUMNS_WITH_MEANING: readonly string[] = ['id', 'model', 'cwd', 'schema'];

/** Fields that no cell can be. */
const NO_COLUMNS: readonly string[] = ['images', 'context'];

/** Tasks of CSV: the first row names the fields, each other row is a task. */
export async function* readCsv(
  bytes: AsyncIterable<Uint8Array>,
  name: string,
  template: Template | null,
  onNotice?: (sentence: string) => void,
): AsyncGenerator<TaskRead> {
  let header: readonly string[] | null = null;
  let index = 0;
  let empty = 0;
  for await (const cells of rowsOf(bytes, name)) {
    if (header === null) {
      header = headerOf(cells, name, template);
      continue;
    }
    // Spreadsheets export rows of empty cells after those with text.
    if (cells.every((cell) => cell.toString('utf8').trim() === '')) {
      empty += 1;
      continue;
    }
    yield rowTask(cells, { index, row: index + empty + 2 }, name, header, template);
    index += 1;
  }
  if (empty > 0)
    onNotice?.(`${name}: ${plural(empty, 'empty row')} ${empty === 1 ? 'was' : 'were'} skipped.`);
}

function rowTask(
  cells: readonly Buffer[],
  // As a spreadsheet counts rows: the header is row 1.
  { index, row }: { readonly index: number; readonly row: number },
  name: string,
  header: readonly string[],
  template: Template | null,
): TaskRead {
  const where = `Row ${row} of ${name}`;
  const invalid = (problem: string): TaskRead => {
    return {
      kind: 'invalid',
      invalid: { index, id: secondaryDefaultId(index), problem: `${where} ${problem}.` },
      hasDefaultId: true,
    };
  };
  if (cells.length !== header.length) {
    return invalid(`has ${cells.length} fields, and the header has ${header.length}`);
  }
  const bad = cells.findIndex((cell) => !isUtf8(cell));
  if (bad >= 0) return invalid(`${cellProblem(cells[bad])} (in the column ${JSON.stringify(header[bad])})`);
  const entries = header.map((column, at) => [column, cells[at]?.toString('utf8') ?? ''] as const);
  const given = entries.filter(([column, text]) => text !== '' || !COLUMNS_WITH_MEANING.includes(column));
  return parseTask({ index, where, value: withInlineSchema(Object.fromEntries(given)) }, template);
}

function cellProblem(cell: Uint8Array = new Uint8Array()): string {
  return (utf8Problem(cell) ?? '').replace(/ at line .* is/, ' is');
}

/** A schema in a cell that begins with a brace is the schema itself; anything else is a file's name. */
function withInlineSchema(fields: JsonObject): JsonObject {
  const schema = fields['schema'];
  if (typeof schema !== 'string' || !schema.trimStart().startsWith('{')) return fields;
  try {
    return { ...fields, schema: parseNoting(schema) as JsonObject };
  } catch {
    // Then it is said of the schema, by whoever reads it as a file's name, that it is none.
    return fields;
  }
}

/** @throws {TaskInputError} for what would be wrong with every row */
function headerOf(cells: readonly Buffer[], name: string, template: Template | null): readonly string[] {
  const bad = cells.find((cell) => !isUtf8(cell));
  if (bad !== undefined) throw new TaskInputError(`The header of ${name} ${cellProblem(bad)}.`);
  const header = cells.map((cell) => cell.toString('utf8'));
  const refuse = (problem: string) => {
    const shown = header.map((column) => JSON.stringify(clip(column, 60)));
    const one =
      header.length === 1 && /[;\t]/.test(header[0] ?? '') ? ' Columns are separated by commas.' : '';
    throw new TaskInputError(`${name} ${problem}; its header has: ${formatList(shown, 10)}.${one}`);
  };
  const twice = header.find((column, at) => header.indexOf(column) !== at);
  if (twice !== undefined) refuse(`has the column ${JSON.stringify(twice)} twice`);
  if (template === null) {
    if (!header.includes('prompt')) refuse("has no column 'prompt', and there is no --template");
    const known: readonly string[] = TASK_FIELDS;
    const unknown = header.find((column) => !known.includes(column) || NO_COLUMNS.includes(column));
    if (unknown !== undefined) {
      refuse(
        `has the column ${JSON.stringify(unknown)}, which is unknown (to ignore it, use --template '{{prompt}}')`,
      );
    }
    return header;
  }
  const missing = template.fields.find((field) => field !== '.' && !header.includes(field));
  if (missing !== undefined) refuse(`has no column '${missing}', which the template names`);
  return header;
}

/** Rows as they are asked for; blank lines are none. Stray quotes are plain text. */
async function* rowsOf(bytes: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<readonly Buffer[]> {
  let rows = 0;
  let fatal: CsvError | null = null;
  const parser = parse({
    // Buffers: what is no UTF-8 is then seen, instead of being replaced.
    encoding: null,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MOST_ROW_BYTES,
    // Instead of an error at once, so that the rows before it are still given.
    skip_records_with_error: true,
    on_skip(error) {
      fatal ??= error ?? null;
      return undefined;
    },
  });
  // What goes wrong comes out of the parser, which is then destroyed with it.
  pipeline(Readable.from(until(bytes, () => fatal !== null)), parser, () => undefined);
  for await (const row of parser) {
    rows += 1;
    if (isAfter(fatal, rows)) break;
    yield row as readonly Buffer[];
  }
  if (fatal !== null) throw unreadable(fatal, name, rows);
}

function isAfter(fatal: CsvError | null, row: number): boolean {
  const before = fatal === null ? null : fatal['records'];
  return typeof before === 'number' && row > before;
}

function unreadable(error: CsvError, name: string, row: number): TaskInputError {
  const before = error['records'];
  const at = typeof before === 'number' ? before + 1 : row;
  const what =
    error.code === 'CSV_QUOTE_NOT_CLOSED'
      ? 'has a quote that is never closed'
      : error.code === 'CSV_MAX_RECORD_SIZE'
        ? `is longer than ${MOST_ROW_BYTES / 1024 ** 2} MiB: perhaps a quote in it is never closed`
        : `cannot be read: ${error.message}`;
  return new TaskInputError(`Row ${at} of ${name} ${what}; nothing from there on can be read.`);
}

async function* until(bytes: AsyncIterable<Uint8Array>, isOver: () => boolean): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    if (isOver()) return;
    yield chunk;
  }
}

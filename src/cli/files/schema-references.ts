import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, extname, isAbsolute, relative, resolve } from 'node:path';
import { decodeText } from '../../text/text-encoding.js';
import { referencePath } from '../input/reference-path.js';
import { otherFormatOf } from '../input/schema-source.js';

const MAX_FILES = 1000;
const MAX_BYTES = 64 * 1024 * 1024;

/** A reference as JSON, JSON5 and YAML write it, quoted or not. */
const REFERENCE =
  /["']?\$(?:ref|dynamicRef|recursiveRef)["']?\s*:\s*(?:"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)'|([^\s"'{[][^\n]*))/g;

/** A text in a module: perhaps the path of a file that it imports or reads. */
const TEXT = /(["'`])([^"'`\n\\]{1,255})\1/g;
const MAX_TEXTS = 2000;
/** What an import may leave out. */
const ENDINGS = ['.ts', '.mts', '.cts', '.js', '.cjs', '.mjs', '.json', '/index.js', '/index.ts'];

/**
 * The files that a schema refers to, by whatever way: rather too many than too few, since they are only compared
 * with what is written. What lies outside its folder is not read for further references, unless that is allowed.
 *
 * @param schema - absolute path
 * @returns absolute paths, without the schema's own
 */
export async function referencedFiles(schema: string, allowOutside: boolean): Promise<readonly string[]> {
  const start = regularFile(schema);
  if (start === null) return [];
  const folder = dirname(start);
  const found = new Set([start]);
  for (const path of found) {
    if (found.size > MAX_FILES) break;
    if (allowOutside || isInside(path, folder)) {
      for (const other of await referencesOf(path)) found.add(other);
    }
  }
  found.delete(start);
  return [...found];
}

async function referencesOf(path: string): Promise<readonly string[]> {
  const text = textOf(path);
  const folder = dirname(path);
  if (/^\.[cm]?[jt]s$/i.test(extname(path))) return filesNamedIn(text, folder);
  const references = [...schemaReferencesIn(text), ...schemaReferencesIn(await asJson(text, path))];
  return references.flatMap((reference) => {
    const named = referencePath(reference.replace(/#.*$/s, ''), folder);
    return (named === null ? null : regularFile(named)) ?? [];
  });
}

/** YAML and JSON5 can write a reference in ways that only their parsers know. Empty for JSON. */
async function asJson(text: string, path: string): Promise<string> {
  const format = otherFormatOf(path);
  if (format === undefined || !text.includes('$')) return '';
  const source = (await import('../../schema/formats/index.js')).toJsonSource(text, format, path);
  return 'ok' in source || source.kind !== 'text' ? '' : source.text;
}

function schemaReferencesIn(text: string): readonly string[] {
  if (!text.includes('$')) return [];
  return [...text.matchAll(REFERENCE)].flatMap(([, double, single, plain]) => {
    if (double !== undefined) return unescaped(double);
    // In a flow or before a comment, a plain scalar of YAML ends earlier than its line.
    return single ?? [plain ?? '', (plain ?? '').split(/[,}\]]|\s#/)[0] ?? ''].map((each) => each.trim());
  });
}

/** Also with the endings that an import may leave out, or that TypeScript's names of modules stand for. */
function filesNamedIn(text: string, folder: string): readonly string[] {
  const named = [...text.matchAll(TEXT)].slice(0, MAX_TEXTS).map(([, , name = '']) => name);
  return named.flatMap((name) => {
    const isRelative = /^\.{1,2}\//.test(name);
    const stem = name.replace(/\.[cm]?js$/, '');
    const names = isRelative ? [name, ...ENDINGS.map((ending) => `${stem}${ending}`)] : [name];
    return names.flatMap((each) => regularFile(resolve(folder, each)) ?? []);
  });
}

function unescaped(text: string): string {
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    // An escape that JSON5 or YAML have and JSON has not.
    return text;
  }
}

function textOf(path: string): string {
  try {
    return statSync(path).size > MAX_BYTES ? '' : readText(path);
  } catch {
    // The reader of the file reports what is wrong with it.
    return '';
  }
}

function readText(path: string): string {
  const decoded = decodeText(readFileSync(path));
  return decoded.ok ? decoded.text : '';
}

function regularFile(path: string): string | null {
  try {
    const real = realpathSync(path);
    return statSync(real).isFile() ? real : null;
  } catch {
    // Not a file that could be overwritten.
    return null;
  }
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !/^\.\.[/\\]/.test(way) && !isAbsolute(way);
}

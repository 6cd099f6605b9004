import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, extname, isAbsolute, relative } from 'node:path';
import { referencePath } from '../input/reference-path.js';

const MOST_FILES = 1000;
const MOST_BYTES = 64 * 1024 * 1024;

/** A reference as JSON, JSON5 and YAML write it, quoted or not. */
const REFERENCE =
  /["']?\$(?:ref|dynamicRef|recursiveRef)["']?\s*:\s*(?:"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)'|([^\s"'{[][^\n]*))/g;

/** What a module takes from files beside it. */
const IMPORT = /(?:\bfrom|\bimport|\brequire|\bURL)\s*\(?\s*(["'`])(\.{1,2}\/[^"'`\n]+)\1/g;

/**
 * The files that a schema refers to, by whatever way: rather too many than too few, since they are only compared
 * with what is written. What lies outside its folder is not read for further references, unless that is allowed.
 *
 * @param schema - absolute path
 * @returns absolute paths, without the schema's own
 */
export function referencedFiles(schema: string, allowOutside: boolean): readonly string[] {
  const start = regularFile(schema);
  if (start === null) return [];
  const folder = dirname(start);
  const found = new Set([start]);
  for (const path of found) {
    if (found.size > MOST_FILES) break;
    if (allowOutside || isInside(path, folder)) {
      for (const other of referencesOf(path)) found.add(other);
    }
  }
  found.delete(start);
  return [...found];
}

function referencesOf(path: string): readonly string[] {
  const text = textOf(path);
  const folder = dirname(path);
  const isModule = /^\.[cm]?[jt]s$/i.test(extname(path));
  const references = isModule ? importsIn(text) : schemaReferencesIn(text);
  return references.flatMap((reference) => {
    const named = referencePath(reference.replace(/#.*$/s, ''), folder);
    return (named === null ? null : regularFile(named)) ?? [];
  });
}

function schemaReferencesIn(text: string): readonly string[] {
  if (!text.includes('$')) return [];
  return [...text.matchAll(REFERENCE)].flatMap(([, double, single, plain]) => {
    if (double !== undefined) return unescaped(double);
    // In a flow or before a comment, a plain scalar of YAML ends earlier than its line.
    return single ?? [plain ?? '', (plain ?? '').split(/[,}\]]|\s#/)[0] ?? ''].map((each) => each.trim());
  });
}

/** With the endings that TypeScript's names of modules stand for. */
function importsIn(text: string): readonly string[] {
  return [...text.matchAll(IMPORT)].flatMap(([, , specifier = '']) => {
    const stem = specifier.replace(/\.[cm]?js$/, '');
    return [specifier, `${stem}.ts`, `${stem}.mts`, `${stem}.cts`, `${stem}.js`];
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
    return statSync(path).size > MOST_BYTES ? '' : readFileSync(path, 'utf8');
  } catch {
    // Whoever reads it says what is wrong with it.
    return '';
  }
}

function regularFile(path: string): string | null {
  try {
    const real = realpathSync(path);
    return statSync(real).isFile() ? real : null;
  } catch {
    // Nothing that could be replaced.
    return null;
  }
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !/^\.\.[/\\]/.test(way) && !isAbsolute(way);
}

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ALLOWED_PARTS, IMPURE_GLOBALS, PACKAGE_HOMES, PURE_NODE_MODULES, PURE_PARTS } from './layers.js';

const SRC = path.join(import.meta.dirname, '../../src');

interface ImportLine {
  readonly file: string;
  readonly part: string;
  readonly specifier: string;
  readonly typeOnly: boolean;
}

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.[cm]?[jt]s$/.test(name))
  .map((name) => name.split(path.sep).join('/'));
const imports = files.flatMap(importsOf);

describe('layers', () => {
  it('are all known', () => {
    expect([...new Set(files.map(partOf))].filter((part) => !(part in ALLOWED_PARTS))).toEqual([]);
    expect(imports.length).toBeGreaterThan(100);
  });

  it('import only what lies below them', () => {
    const wrong = imports.filter(({ file, part, specifier, typeOnly }) => {
      if (!specifier.startsWith('.')) return false;
      const target = partOf(path.posix.join(path.posix.dirname(file), specifier));
      if (target === part) return false;
      const allowed = ALLOWED_PARTS[part] ?? [];
      return !allowed.includes(target) && !(typeOnly && allowed.includes(`${target}:types`));
    });
    expect(wrong.map(({ file, specifier }) => `${file} -> ${specifier}`)).toEqual([]);
  });

  it('have no import cycle, types included', () => {
    expect(cyclesAmong(files)).toEqual([]);
  });

  it('keep the pure parts pure', () => {
    const impureImports = imports
      .filter(({ part, specifier }) => PURE_PARTS.includes(part) && specifier.startsWith('node:'))
      .filter(({ specifier }) => !PURE_NODE_MODULES.includes(specifier))
      .map(({ file, specifier }) => `${file} -> ${specifier}`);
    const impureCalls = files
      .filter((file) => PURE_PARTS.includes(partOf(file)) && !file.includes('/generated/'))
      .filter((file) => IMPURE_GLOBALS.test(withoutComments(readFileSync(path.join(SRC, file), 'utf8'))));
    expect([...impureImports, ...impureCalls]).toEqual([]);
  });

  it('keep each package in its place', () => {
    const astray = imports.filter(({ file, specifier }) => {
      const home = PACKAGE_HOMES[packageOf(specifier)];
      return home !== undefined && !home.test(file);
    });
    expect(astray.map(({ file, specifier }) => `${file} -> ${specifier}`)).toEqual([]);
  });

  it('are made of small files', () => {
    const large = files
      .filter((file) => !file.includes('/generated/'))
      .map((file) => ({ file, lines: readFileSync(path.join(SRC, file), 'utf8').split('\n').length }))
      .filter(({ lines }) => lines > 301);
    expect(large).toEqual([]);
  });
});

/** The files that import each other in a circle: each list is one circle, dynamic imports included. */
function cyclesAmong(all: readonly string[]): string[][] {
  const targets = new Map(
    all.map((file) => [
      file,
      [...readFileSync(path.join(SRC, file), 'utf8').matchAll(/(?:from\s+|import\(\s*)'(\.[^']+)'/g)]
        .map(([, specifier = '']) => path.posix.join(path.posix.dirname(file), specifier))
        .map((target) => target.replace(/\.js$/, '.ts')),
    ]),
  );
  const done = new Set<string>();
  const found: string[][] = [];
  const visit = (file: string, trail: readonly string[]): void => {
    const at = trail.indexOf(file);
    if (at !== -1) found.push([...trail.slice(at), file]);
    if (at !== -1 || done.has(file)) return;
    for (const target of targets.get(file) ?? []) visit(target, [...trail, file]);
    done.add(file);
  };
  for (const file of all) visit(file, []);
  return found;
}

function partOf(file: string): string {
  return file.split('/')[0]?.replace(/\.js$/, '.ts') ?? file;
}

function packageOf(specifier: string): string {
  const segments = specifier.split('/');
  return specifier.startsWith('@') ? segments.slice(0, 2).join('/') : (segments[0] ?? specifier);
}

function importsOf(file: string): ImportLine[] {
  const text = withoutComments(readFileSync(path.join(SRC, file), 'utf8'));
  const found: ImportLine[] = [];
  for (const match of text.matchAll(
    /(?:^|\n)\s*(import|export)\s+(type\s+)?[^'";]*?from\s*['"]([^'"]+)['"]/g,
  )) {
    found.push({ file, part: partOf(file), specifier: match[3] ?? '', typeOnly: match[2] !== undefined });
  }
  for (const match of text.matchAll(
    /\bimport\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)import\s+['"]([^'"]+)['"]/g,
  )) {
    found.push({ file, part: partOf(file), specifier: match[1] ?? match[2] ?? '', typeOnly: false });
  }
  return found;
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
}

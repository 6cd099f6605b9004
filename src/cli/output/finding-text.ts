import type { SchemaIssue } from '../../diagnostics/issue.js';
import { inFlags } from './in-flags.js';

/** Returns the lines of one finding, with a place that editors and terminals turn into a link. */
export function findingLines(name: string, issue: SchemaIssue): readonly string[] {
  const { severity, pointer, message, hint, code } = issue;
  const place = pointer === '' ? '(root)' : pointer;
  return [`${placeOf(name, issue)}: ${severity}: ${place}: ${message} [${code}]`, `    ${inFlags(hint)}`];
}

/** `file:3:5`, or only the file. */
export function placeOf(
  name: string,
  { line, column, file = name }: { line?: number; column?: number; file?: string },
): string {
  return line === undefined ? name : `${file}:${line}:${column ?? 1}`;
}

export function countOf(list: readonly unknown[], what: string): string {
  return `${list.length === 0 ? 'no' : list.length} ${what}${list.length === 1 ? '' : 's'}`;
}

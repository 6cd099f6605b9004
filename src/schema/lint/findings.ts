import type { SchemaIssue, SourcePosition } from '../../diagnostics/issue.js';
import type { Phrased } from './phrased.js';

/** One finding: an issue without its line and column, and what its wording was made of. */
export interface LintFinding extends Phrased, Omit<SchemaIssue, 'code' | 'line' | 'column'> {}

/** More than anyone reads; a hostile schema could have millions, */
const mostKept = 10_000;

/** or thousands at places whose pointers are megabytes long. */
const mostPointerCharacters = 20_000_000;

/** Collects the findings of one severity and puts them in order. */
export class FindingList {
  readonly #severity: LintFinding['severity'];
  readonly #kept: { readonly finding: LintFinding; readonly order: number }[] = [];
  #pointerCharacters = 0;
  #omitted = 0;

  constructor(severity: LintFinding['severity']) {
    this.#severity = severity;
  }

  /** `order`: findings that belong to an earlier place have a lower one. */
  add({ code, args, message, hint }: Phrased, pointer: string, order: number): void {
    this.#pointerCharacters += pointer.length;
    if (this.#kept.length >= mostKept || this.#pointerCharacters > mostPointerCharacters) {
      this.#omitted++;
      return;
    }
    this.#kept.push({ finding: { code, severity: this.#severity, pointer, message, hint, args }, order });
  }

  /** How many there were beyond what is kept. */
  get omitted(): number {
    return this.#omitted;
  }

  inOrder(): LintFinding[] {
    return this.#kept.sort((a, b) => a.order - b.order).map(({ finding }) => finding);
  }
}

/**
 * Findings as issues, with their places in the author's text and in its order: an object's keys that are
 * numbers come first in JavaScript, wherever the author had them.
 */
export function positioned(
  findings: readonly LintFinding[],
  positionOf: (pointer: string) => SourcePosition | undefined,
): SchemaIssue[] {
  const issues = findings.map(
    ({ args: _, ...issue }): SchemaIssue => ({ ...issue, ...positionOf(issue.pointer) }),
  );
  return issues.sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
}

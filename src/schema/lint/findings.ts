import type { SchemaIssue, SourcePosition } from '../../diagnostics/issue.js';

/** A finding without its line and column. */
export type LintFinding = Omit<SchemaIssue, 'line' | 'column'>;

/** A hostile schema could have millions of findings. */
const mostKept = 10_000;

/** A hostile schema could have thousands of findings at places whose pointers are megabytes long. */
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

  /** Adds a finding. @param order - lower for findings that belong to an earlier place */
  add({ code, pointer, message, hint }: Omit<LintFinding, 'severity'>, order: number): void {
    this.#pointerCharacters += pointer.length;
    if (this.#kept.length >= mostKept || this.#pointerCharacters > mostPointerCharacters) {
      this.#omitted++;
      return;
    }
    this.#kept.push({ finding: { code, severity: this.#severity, pointer, message, hint }, order });
  }

  /** The number of findings beyond those that are kept. */
  get omitted(): number {
    return this.#omitted;
  }

  inOrder(): LintFinding[] {
    return this.#kept.sort((a, b) => a.order - b.order).map(({ finding }) => finding);
  }
}

/**
 * Returns findings as issues with their lines and columns, in the order of the author's text. JavaScript moves
 * the keys of an object that are numbers to the front.
 */
export function positioned(
  findings: readonly LintFinding[],
  positionOf: (pointer: string) => SourcePosition | undefined,
): SchemaIssue[] {
  const issues = findings.map((issue): SchemaIssue => ({ ...issue, ...positionOf(issue.pointer) }));
  return issues.sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
}

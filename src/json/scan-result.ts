/** Why there is no complete JSON value at the place scanned. */
export interface ScanProblem {
  readonly reason: 'syntax' | 'truncated' | 'too_deep';
  readonly offset: number;
  /** What would have been right there, to be put behind "expected". */
  readonly expected: string;
}

export type ScanResult = { readonly end: number } | ScanProblem;

export function isProblem(result: ScanResult): result is ScanProblem {
  return 'reason' in result;
}

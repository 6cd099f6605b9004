/** A file that a command reads or writes. */
export interface NamedFile {
  /** What people call it: `--output`, `the <schema> argument`, `$GITHUB_STEP_SUMMARY`, `stdout`. */
  readonly flag: string;
  /** As it was given. */
  readonly name: string;
  /** Absolute. */
  readonly path: string;
  readonly use: 'input' | 'schema' | 'output' | 'journal';
  /** Whatever is in it stays, so another stream into it does no harm. */
  readonly isAppended?: boolean;
  /** The open descriptor, if it is a stream of the process. */
  readonly descriptor?: number;
  /** What it is, to stand after `is`, if it has a name that says more than its flag. */
  readonly title?: string;
}

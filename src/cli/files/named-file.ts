/** A file that a command reads or writes. */
export interface NamedFile {
  /** Its name in messages: `--output`, `the <schema> argument`, `$GITHUB_STEP_SUMMARY`, `stdout`. */
  readonly flag: string;
  /** As it was given. */
  readonly name: string;
  /** Absolute. */
  readonly path: string;
  readonly use: 'input' | 'schema' | 'output' | 'journal';
  /** Its content is kept, so a second stream into it is harmless. */
  readonly isAppended?: boolean;
  /** The open descriptor, if it is a stream of the process. */
  readonly descriptor?: number;
  /** A description to follow `is` in a message, if it says more than the flag. */
  readonly title?: string;
}

/** Environment variables; `undefined` means not set. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A codex that was found, and how to start it. */
export interface CodexInstallation {
  /** The file that is executed. */
  readonly path: string;
  /** What goes before codex's own arguments; empty unless a script has to be run by `node`. */
  readonly prefixArgs: readonly string[];
  /** Set in the child's environment: what the npm launcher would set. `undefined` removes. */
  readonly env: Environment;
  /** Where it was found, for people: `--codex-path`, `CODEX_PATH`, `PATH`, `@openai/codex`. */
  readonly foundAt: string;
  /** Known without running it where an npm package tells. */
  readonly version: string | null;
}

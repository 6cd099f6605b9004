/** Environment variables; `undefined` means not set. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A codex that was found, and how to start it. Found once, then passed down. */
export interface CodexInstallation {
  /** The file that is executed. */
  readonly path: string;
  /** Arguments before codex's own; empty unless `node` has to run a script. */
  readonly prefixArgs: readonly string[];
  /** Variables that the npm launcher would set for codex; `undefined` unsets one. */
  readonly env: Environment;
  /** Where it was found, for messages: `--codex-path`, `CODEX_PATH`, `PATH`, `@openai/codex`. */
  readonly foundAt: string;
  /** Its version, if an npm package states it; null: codex has to be asked. */
  readonly version: string | null;
}

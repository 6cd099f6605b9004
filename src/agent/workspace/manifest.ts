/** A file of the workspace: its content, and its mode (default: what the umask leaves of 0666). */
export type ManifestFile =
  | string
  | Uint8Array
  | { readonly content: string | Uint8Array; readonly mode?: number };

/** What is to be in the workspace before codex starts. Paths are relative to it, with `/`. */
export interface WorkspaceManifest {
  readonly files?: Readonly<Record<string, ManifestFile>>;
  /** Directories that are to exist; those of the files are made anyway. */
  readonly directories?: readonly string[];
  /** Laid over the environment of codex; `undefined` removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

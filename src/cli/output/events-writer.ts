import type { OutputError } from './write.js';

/** codex's own JSONL, byte for byte, on its way into a file. */
export interface EventsFile {
  readonly onBytes: (chunk: Uint8Array) => void;
  /** @returns what could not be written, or null */
  close(): OutputError | null | Promise<OutputError | null>;
}

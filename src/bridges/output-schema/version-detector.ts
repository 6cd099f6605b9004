import type { Buffer } from 'node:buffer';
import { missingCapability } from '../../codex/capabilities.js';
import { versionInUserAgent } from '../../codex/version.js';
import { fieldsOf, parseFields, stringOf } from '../../json/fields.js';
import { LineTransformer } from './line-transformer.js';
import { TurnRejectedError } from './schema-injector.js';

/** The response to `initialize` is shorter. */
const MAX_LINE_BYTES = 64 * 1024;

/** Learns the version of a codex that does not print it from its response to `initialize`. */
export class VersionDetector {
  #userAgent: string | null = null;
  readonly #lines = new LineTransformer({
    isRelevant: () => false,
    maxLineBytes: MAX_LINE_BYTES,
    onTooLong: () => undefined,
    transform: (line) => {
      this.#userAgent ??= userAgentIn(line.toString('latin1'));
      return [line];
    },
  });

  push(chunk: Buffer, emit: (bytes: Buffer) => void): void {
    if (this.#userAgent === null) {
      this.#lines.push(chunk, emit);
      return;
    }
    this.#lines.end(emit);
    emit(chunk);
  }

  end(emit: (bytes: Buffer) => void): void {
    this.#lines.end(emit);
  }

  /**
   * To be called before a turn with the schema is passed on. If the client has not sent `initialize`, every codex
   * rejects its turns, so that they may be passed on.
   *
   * @throws {TurnRejectedError}
   */
  assertSupported(): void {
    if (this.#userAgent === null) return;
    const version = versionInUserAgent(this.#userAgent);
    const missing = missingCapability([{ capability: 'app_server_output_schema' }], version);
    if (missing !== null) throw new TurnRejectedError(missing);
  }
}

function userAgentIn(line: string): string | null {
  if (!line.includes('"userAgent"')) return null;
  return stringOf(fieldsOf(parseFields(line)?.['result'])?.['userAgent']);
}

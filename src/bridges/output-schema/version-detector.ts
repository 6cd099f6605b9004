import type { Buffer } from 'node:buffer';
import { missingCapability } from '../../codex/capabilities.js';
import { versionInUserAgent } from '../../codex/version.js';
import { fieldsOf, stringOf } from '../../json/fields.js';
import type { UnsupportedFailure } from '../../outcome/outcome.js';
import { parseMessage } from './answer-decoder.js';

/** The answer to `initialize` is no longer. */
const LONGEST_ANSWER = 64 * 1024;

/** Codex would drop the schema of a turn: it is not to be asked. */
export class SchemaUnsupportedError extends Error {
  constructor(readonly failure: UnsupportedFailure) {
    super(failure.message);
  }
}

/**
 * Learns from the answer to `initialize`, which passes here with everything else, which codex it is: for one that
 * does not say so otherwise.
 */
export class VersionDetector {
  #line = '';
  #userAgent: string | null = null;

  push(chunk: Buffer, emit: (bytes: Buffer) => void): void {
    if (this.#userAgent === null) this.#read(chunk.toString('latin1'));
    emit(chunk);
  }

  end(): void {
    // What is there of a line is no answer.
  }

  /**
   * To be called before a turn with our schema is passed on. A client that has not shaken hands gets an error
   * from every codex, so that its turns may go there.
   *
   * @throws {SchemaUnsupportedError}
   */
  assertSupported(): void {
    if (this.#userAgent === null) return;
    const version = versionInUserAgent(this.#userAgent);
    const missing = missingCapability([{ capability: 'app_server_output_schema' }], version);
    if (missing !== null) throw new SchemaUnsupportedError(missing);
  }

  #read(text: string): void {
    const lines = text.split('\n');
    for (const [index, part] of lines.entries()) {
      if (this.#line.length <= LONGEST_ANSWER) this.#line += part;
      if (index === lines.length - 1) return;
      this.#userAgent ??= userAgentIn(this.#line);
      this.#line = '';
    }
  }
}

function userAgentIn(line: string): string | null {
  if (line.length > LONGEST_ANSWER || !line.includes('"userAgent"')) return null;
  return stringOf(fieldsOf(parseMessage(line)?.['result'])?.['userAgent']);
}

import { styleText } from 'node:util';
import type { Failure } from '../../outcome/outcome.js';
import { createRedactor } from '../../outcome/redact/redactor.js';
import { clip } from '../../text/clip.js';
import { safeLine } from '../../text/safe-line.js';
import type { CliIo } from '../io.js';
import { failureLines, messageText } from './failure-text.js';

/** Writes all messages for people to stderr. */
export class Messenger {
  readonly #io: CliIo;
  #redact: ((text: string) => string) | null = null;

  constructor(io: CliIo) {
    this.#io = io;
  }

  failure(failure: Failure): void {
    const head = `${this.#name()} ${this.#bold(failure.kind)}: ${safeLine(messageText(failure))}`;
    this.#write([head, ...failureLines(failure)]);
  }

  error(message: string): void {
    this.#write([`${this.#name()} ${safeLine(message)}`]);
  }

  usage(message: string, helpCommand: string): void {
    this.#write([`${this.#name()} ${safeLine(message)}`, `Try '${helpCommand} --help'.`]);
  }

  /**
   * Prints one line without control characters and secrets.
   *
   * @param width - maximum length; applied after redaction, so that no secret is cut in two
   */
  line(text: string, width = Number.POSITIVE_INFINITY): void {
    this.#write([clip(this.#hide(safeLine(text)), width)]);
  }

  #write(lines: readonly string[]): void {
    const { stderr } = this.#io;
    // If stderr itself is gone, nobody can read the error.
    if (stderr.listenerCount('error') === 0) stderr.on('error', () => undefined);
    stderr.write(`${this.#hide(lines.join('\n'))}\n`);
  }

  #hide(text: string): string {
    this.#redact ??= createRedactor(this.#io.env);
    return this.#redact(text);
  }

  #name(): string {
    return this.#style('red', 'codex-structured:');
  }

  #bold(text: string): string {
    return this.#style('bold', text);
  }

  #style(style: 'red' | 'bold', text: string): string {
    // By default it checks stdout instead of stderr.
    return stderrColor(this.#io) ? styleText(style, text, { validateStream: false }) : text;
  }
}

function stderrColor(io: CliIo): boolean {
  const { env } = io;
  return io.stderrIsTerminal() && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
}

import { createRequire } from 'node:module';
import { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { CliIo } from '../../src/cli/io.js';
import type { main as mainOfSource } from '../../src/cli/main.js';
import type { CliResult } from './cli.js';

const BUNDLE = fileURLToPath(new URL('../../dist/cli.cjs', import.meta.url));

let loaded: { main: typeof mainOfSource } | null = null;

/** The built command line, loaded once into this process. */
function commandLine(): { main: typeof mainOfSource } {
  const { loadUncached } = createRequire(import.meta.url)(BUNDLE) as {
    loadUncached(): { main: typeof mainOfSource };
  };
  loaded ??= loadUncached();
  return loaded;
}

/** Commands that start no codex and leave nothing to the process that runs them. */
const WITHOUT_CODEX = ['schema', 'decode', 'help', 'completion', 'batch merge'];
const OVERVIEW_FLAGS = ['--help', '-h', '--version', '-V'];

/** Whether this command line starts no codex by what it is, so that it may run in the process of the test. */
export function startsNoCodex(args: readonly string[]): boolean {
  const dashes = args.indexOf('--');
  const flags = dashes === -1 ? args : args.slice(0, dashes);
  if (flags.includes('--help') || flags.includes('-h')) return true;
  const [first = '', second = ''] = args;
  return (
    OVERVIEW_FLAGS.includes(first) ||
    WITHOUT_CODEX.includes(first) ||
    WITHOUT_CODEX.includes(`${first} ${second}`)
  );
}

/** What the process would give to the command line. */
interface Surroundings {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin?: string | Uint8Array | undefined;
}

/**
 * Calls `main` of the built command line in this process: the code that ships, without 100 ms for a process.
 * Signals, the descriptors of stdin and what happens at exit are the process's; tests of those spawn bin/.
 */
export async function runInProcess(args: readonly string[], given: Surroundings): Promise<CliResult> {
  const { main } = commandLine();
  const [stdout, stderr] = [new Capture(), new Capture()];
  const { stdin } = given;
  const code = await new Promise<number>((resolve, reject) => {
    const io: CliIo = {
      // A pipe, or /dev/null if nothing is given.
      stdin: Readable.from(stdin === undefined ? [] : [Buffer.from(stdin)], { objectMode: false }),
      stdinAtOnce: () => (stdin === undefined ? Buffer.alloc(0) : null),
      stdinFile: () => null,
      stdinIsTerminal: () => false,
      stderrIsTerminal: () => false,
      stdout,
      stderr,
      env: given.env,
      cwd: given.cwd,
      onSignal: () => () => undefined,
      exitNow: resolve,
    };
    main(args, io).then(resolve, reject);
  });
  return { code, signal: null, stdout: stdout.text(), stderr: stderr.text() };
}

/** A pipe that is always read at once. */
class Capture extends Writable {
  readonly #chunks: Buffer[] = [];

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString('utf8');
  }
}

import type { Check } from '../../run/doctor/check.js';
import { durationOf } from '../args/flag-values.js';
import type { ParsedArgs } from '../args/parsed-flags.js';
import type { CliIo } from '../io.js';
import { checkLines, verdict } from '../output/doctor-report.js';
import { Messenger } from '../output/messenger.js';
import { writeAll } from '../output/write.js';
import { abortedExitCode, withSignals } from '../watch/signals.js';
import type { CliCommand } from './command.js';

/** The exit code if a run would fail. */
const EXIT_PROBLEM = 1;

export const doctorCommand: CliCommand = {
  name: 'doctor',
  usage: '',
  summary: 'Check that everything a run needs is in place',
  positionals: [],
  flags: ['json', 'codex-path', 'no-rehearsal', 'timeout', 'config', 'profile'],
  describes: {
    json: 'Print the report as one line of JSON',
    timeout: 'Maximum time for each check [default: 30s]',
    config: "Override a value of codex's config.toml, as your runs do",
    profile: 'Configuration profile of codex that your runs use',
  },
  exits: [
    ['0', 'no problem was found; there may be warnings'],
    ['1', 'a problem was found'],
    ['2', 'invalid flags or arguments'],
    ['74', 'the report could not be written'],
    ['128+n', 'killed by signal n'],
  ],
  passesOn: false,
  examples: [
    ['doctor', 'Exit with 0, or with 1 if there is a problem'],
    ['doctor --json | jq \'.checks[] | select(.status != "ok")\'', 'Print JSON'],
    ['doctor --codex-path ./node_modules/.bin/codex', 'Check another codex'],
  ],
  run: examine,
};

async function examine({ flags }: ParsedArgs, io: CliIo): Promise<number> {
  const timeoutMs = durationOf(flags, 'timeout');
  const codexPath = flags.givenText('codex-path');
  const config = flags.list('config');
  const profile = flags.text('profile');
  const asJson = flags.isOn('json');
  const { doctor } = await import('../../run/doctor/doctor.js');
  const { createRedactor } = await import('../../outcome/redact/redactor.js');
  const redact = createRedactor(io.env);
  const lines = new Lines(io, redact);
  return withSignals(io, new Messenger(io), async (signal) => {
    const report = await doctor({
      env: io.env,
      cwd: io.cwd,
      signal,
      rehearse: !flags.isOn('no-rehearsal'),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      ...(codexPath === undefined ? {} : { codexPath }),
      ...(config === undefined ? {} : { config }),
      ...(profile === undefined ? {} : { profile }),
      ...(asJson ? {} : { onCheck: (check: Check) => lines.print(checkLines(check, io)) }),
    });
    await lines.written();
    if (signal.aborted) return abortedExitCode(signal);
    const end = asJson ? JSON.stringify(report) : redact(verdict(report, io));
    await writeAll(io.stdout, `${end}\n`);
    return report.ok ? 0 : EXIT_PROBLEM;
  });
}

/** Prints pieces of text in order while the checks run. */
class Lines {
  #last: Promise<unknown> = Promise.resolve();
  /** The error of the first failed write, kept for `written`. */
  #lost: unknown = null;

  constructor(
    private readonly io: CliIo,
    private readonly redact: (text: string) => string,
  ) {}

  print(text: string): void {
    this.#last = this.#last
      .then(() => (this.#lost === null ? writeAll(this.io.stdout, this.redact(text)) : undefined))
      .catch((error: unknown) => {
        this.#lost ??= error;
      });
  }

  /** @throws {OutputError} if a write failed */
  async written(): Promise<void> {
    await this.#last;
    if (this.#lost !== null) throw this.#lost;
  }
}

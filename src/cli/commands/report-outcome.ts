import { EXIT_OUTPUT, exitCodeOf } from '../../outcome/exit-codes.js';
import type { Outcome } from '../../outcome/outcome.js';
import { redactOutcome } from '../../outcome/redact/redact-outcome.js';
import { createRedactor } from '../../outcome/redact/redactor.js';
import type { ParsedFlags } from '../args/parsed-flags.js';
import { baseDirectory, type CliIo } from '../io.js';
import { asOutput, envelopeText, valueText } from '../output/json-text.js';
import type { Messenger } from '../output/messenger.js';
import { checkOutputFile, removeStale, writeOutputFile } from '../output/output-file.js';
import { OutputError, writeAll } from '../output/write.js';

/** How an outcome is printed. */
export interface ReportSettings {
  readonly envelope: 'none' | 'brief' | 'full';
  readonly pretty: boolean;
  /** Absolute path, or null for stdout. */
  readonly output: string | null;
}

/** @throws {UsageError} if `--output` cannot be written */
export function reportSettings(flags: ParsedFlags, io: CliIo): ReportSettings {
  const envelope = flags.value('envelope');
  const output = flags.text('output');
  return {
    envelope: envelope === undefined ? 'none' : envelope === 'full' ? 'full' : 'brief',
    pretty: flags.isOn('pretty'),
    output: output === undefined ? null : checkOutputFile(output, baseDirectory(io, output)),
  };
}

/** Called right before the run starts. */
export function removeStaleOutput(settings: ReportSettings): void {
  if (settings.output !== null) removeStale(settings.output);
}

/**
 * Writes the JSON to stdout or a file, and a failure to stderr.
 *
 * @param earlier - write errors of the run itself
 * @returns the exit code
 */
export async function reportOutcome(
  raw: Outcome,
  settings: ReportSettings,
  io: CliIo,
  messenger: Messenger,
  earlier: readonly (OutputError | null)[] = [],
): Promise<number> {
  // The outcome of a run is redacted already, but not a failure before the run.
  const outcome = redactOutcome(raw, createRedactor(io.env));
  if (!outcome.ok) messenger.failure(outcome);
  const problems = [...earlier, await deliver(outcome, settings, io)].filter((problem) => problem !== null);
  for (const problem of problems) messenger.error(problem.message);
  // A failed run keeps its exit code even if its report could not be written.
  return outcome.ok && problems.length > 0 ? EXIT_OUTPUT : exitCodeOf(outcome);
}

async function deliver(outcome: Outcome, settings: ReportSettings, io: CliIo): Promise<OutputError | null> {
  const json = jsonOf(outcome, settings);
  if (json === null) return null;
  const text = asOutput(json, settings.pretty);
  try {
    if (settings.output === null) await writeAll(io.stdout, text);
    else writeOutputFile(settings.output, text);
    return null;
  } catch (error) {
    if (error instanceof OutputError) return error;
    throw error;
  }
}

function jsonOf(outcome: Outcome, { envelope }: ReportSettings): string | null {
  if (envelope !== 'none') return envelopeText(outcome, envelope === 'full');
  return outcome.ok ? valueText(outcome) : null;
}

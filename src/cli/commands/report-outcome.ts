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

/** How an outcome is to be told. */
export interface ReportSettings {
  readonly envelope: 'none' | 'brief' | 'full';
  readonly pretty: boolean;
  /** Absolute path, or null for stdout. */
  readonly output: string | null;
}

/** @throws {UsageError} where `--output` could not be written */
export function reportSettings(flags: ParsedFlags, io: CliIo): ReportSettings {
  const envelope = flags.value('envelope');
  const output = flags.text('output');
  return {
    envelope: envelope === undefined ? 'none' : envelope === 'full' ? 'full' : 'brief',
    pretty: flags.isOn('pretty'),
    output: output === undefined ? null : checkOutputFile(output, baseDirectory(io, output)),
  };
}

/** To be called once a run is certain to be made, before it is. */
export function removeStaleOutput(settings: ReportSettings): void {
  if (settings.output !== null) removeStale(settings.output);
}

/**
 * Tells the outcome: the JSON to stdout or a file, a failure to stderr.
 *
 * @param earlier - what could not be written during the run
 * @returns the exit code
 */
export async function reportOutcome(
  raw: Outcome,
  settings: ReportSettings,
  io: CliIo,
  messenger: Messenger,
  earlier: readonly (OutputError | null)[] = [],
): Promise<number> {
  // Those of a run are redacted already; what this command line finds out before one is not.
  const outcome = redactOutcome(raw, createRedactor(io.env));
  if (!outcome.ok) messenger.failure(outcome);
  const problems = [...earlier, await deliver(outcome, settings, io)].filter((problem) => problem !== null);
  for (const problem of problems) messenger.error(problem.message);
  // A failed run stays what it is, also where its report was lost.
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

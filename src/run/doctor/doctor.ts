import { assertOptions } from '../../codex/options/assert-options.js';
import { CODEX_OPTIONS } from '../../codex/options/codex-options.js';
import {
  abortSignal,
  boolean,
  callback,
  milliseconds,
  type OptionTable,
} from '../../codex/options/validators.js';
import { PLACE_OPTIONS } from '../option-validators.js';
import type { DoctorOptions, DoctorReport } from './check.js';

export type { DoctorOptions, DoctorReport } from './check.js';

const DOCTOR_OPTIONS: OptionTable<DoctorOptions> = {
  ...PLACE_OPTIONS,
  config: CODEX_OPTIONS.config,
  profile: CODEX_OPTIONS.profile,
  timeoutMs: milliseconds,
  rehearse: boolean,
  signal: abortSignal,
  onCheck: callback,
};

/**
 * Checks everything that a run needs. Does not change any file of the user: checks that write use temporary folders.
 *
 * @returns a report; what the checks find never makes the promise reject
 * @throws {TypeError} (the promise rejects) if an option is unknown or of the wrong type; the promise also rejects with
 *   the error of `onCheck`, if it throws
 */
export async function doctor(options: DoctorOptions = {}): Promise<DoctorReport> {
  assertOptions('doctor()', options, DOCTOR_OPTIONS);
  // Most programs never call it, and it loads both transports.
  const { runChecks } = await import('./run-checks.js');
  return runChecks(options);
}

import type { FindCodexResult } from '../../codex/find.js';
import type { Environment } from '../../codex/installation.js';

/** The checks in the order of the report. The names are stable. */
export const CHECK_NAMES = [
  'node',
  'codex',
  'version',
  'codex_home',
  'config',
  'login',
  'sandbox',
  'temp_dir',
  'proxy',
  'certificates',
  'leftovers',
  'rehearsal_exec',
  'rehearsal_app_server',
] as const;

/** The name of a check, as `doctor --json` prints it. */
export type CheckName = (typeof CHECK_NAMES)[number];

/** `problem`: runs would fail; `warning`: some runs may fail; `skipped`: not checked, for the reason in `summary`. */
export type CheckStatus = 'ok' | 'warning' | 'problem' | 'skipped';

/** The result of a check. */
export interface Finding {
  readonly status: CheckStatus;
  /** What was found, in one sentence, without secrets. */
  readonly summary: string;
  /** What to do about it, in one sentence; null if there is nothing to do. */
  readonly advice: string | null;
  /** The same facts for programs; docs/doctor.md lists the fields of each check. */
  readonly details?: Readonly<Record<string, string | number | boolean | null | readonly string[]>>;
}

/** A check of the doctor's report. */
export interface Check extends Finding {
  /** What was checked. */
  readonly name: CheckName;
  /** How long it took, in milliseconds. */
  readonly durationMs: number;
}

/** Options of {@link doctor}. */
export interface DoctorOptions {
  /** codex's environment. Default: `process.env`. */
  readonly env?: Environment;
  /** codex's working directory. Default: that of this process. */
  readonly cwd?: string;
  /** The path or command name of codex. Default: search for it as {@link run} does. */
  readonly codexPath?: string;
  /** codex's `-c` overrides (`key=value`) of the runs; they may select another provider. */
  readonly config?: readonly string[];
  /** codex's configuration profile (`-p`) of the runs. */
  readonly profile?: string;
  /** The time limit of each check, in milliseconds; 0: none. Default 30,000. */
  readonly timeoutMs?: number;
  /** Run the two rehearsed turns. Default true. */
  readonly rehearse?: boolean;
  /** Aborts the rehearsed turns. */
  readonly signal?: AbortSignal;
  /** Called for each check, in the order of the report, as soon as its result is known. */
  readonly onCheck?: (check: Check) => void;
}

/** The result of {@link doctor}. */
export interface DoctorReport {
  /** Whether no check has the status `problem`. */
  readonly ok: boolean;
  /** All checks, always in the same order. */
  readonly checks: readonly Check[];
}

/** What the checks look at. */
export interface DoctorContext {
  readonly env: Environment;
  readonly cwd: string;
  /** codex's `-c` overrides of the runs. */
  readonly config?: readonly string[];
  /** codex's configuration profile of the runs. */
  readonly profile?: string;
  /** The codex that was found, or why none was. */
  readonly codex: FindCodexResult;
  /** For each check, in milliseconds. */
  readonly limitMs: number;
  readonly signal?: AbortSignal;
}

export function ok(summary: string, details?: Finding['details']): Finding {
  return finding('ok', summary, null, details);
}

export function warning(summary: string, advice: string, details?: Finding['details']): Finding {
  return finding('warning', summary, advice, details);
}

export function problem(summary: string, advice: string, details?: Finding['details']): Finding {
  return finding('problem', summary, advice, details);
}

export function skipped(summary: string): Finding {
  return finding('skipped', summary, null);
}

function finding(
  status: CheckStatus,
  summary: string,
  advice: string | null,
  details?: Finding['details'],
): Finding {
  return { status, summary, advice, ...(details === undefined ? {} : { details }) };
}

/** Splits a message into sentences: first what is wrong, then what to do about it. */
export function sentences(message: string): readonly string[] {
  return message.split(/(?<=[.!?]) (?=[A-Z])/);
}

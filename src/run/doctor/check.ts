import type { FindCodexResult } from '../../codex/find.js';
import type { Environment } from '../../codex/installation.js';

/** What is looked at, in the order of the report. The names are stable. */
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
  'leftovers',
  'rehearsal_exec',
  'rehearsal_app_server',
] as const;

export type CheckName = (typeof CHECK_NAMES)[number];

/**
 * `problem`: a run would fail; `warning`: some runs may; `skipped`: it was not looked at, and the summary says
 * why.
 */
export type CheckStatus = 'ok' | 'warning' | 'problem' | 'skipped';

/** What one check found. */
export interface Finding {
  readonly status: CheckStatus;
  /** One sentence. No secrets. */
  readonly summary: string;
  /** What to do about it, in one sentence; null where there is nothing to do. */
  readonly advice: string | null;
  /** The same for machines. */
  readonly details?: Readonly<Record<string, string | number | boolean | null | readonly string[]>>;
}

export interface Check extends Finding {
  readonly name: CheckName;
  readonly durationMs: number;
}

export interface DoctorOptions {
  /** codex's environment. Default: this process's. */
  readonly env?: Environment;
  /** Where codex would run. Default: this process's. */
  readonly cwd?: string;
  /** The codex to look at, instead of looking for one. */
  readonly codexPath?: string;
  /** codex's `-c` overrides (`key=value`) that the runs will have: they may name another provider. */
  readonly config?: readonly string[];
  /** codex's configuration profile (`-p`) that the runs will have. */
  readonly profile?: string;
  /** Longest time for each check, in milliseconds. Default 30,000. */
  readonly timeoutMs?: number;
  /** False leaves out the two rehearsed turns. Default true. */
  readonly rehearse?: boolean;
  /** Ends the rehearsals early. */
  readonly signal?: AbortSignal;
  /** Each check as soon as it and all before it are known. */
  readonly onCheck?: (check: Check) => void;
}

export interface DoctorReport {
  /** No check found a problem. */
  readonly ok: boolean;
  /** Every check once, always in the same order. */
  readonly checks: readonly Check[];
}

/** What is examined. */
export interface DoctorContext {
  readonly env: Environment;
  readonly cwd: string;
  /** codex's `-c` overrides that runs are to have. */
  readonly config?: readonly string[];
  /** codex's configuration profile that runs are to have. */
  readonly profile?: string;
  /** What looking for codex came to. */
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

/** The sentences of a message: what is wrong comes first, what to do about it after. */
export function sentences(message: string): readonly string[] {
  return message.split(/(?<=[.!?]) (?=[A-Z])/);
}

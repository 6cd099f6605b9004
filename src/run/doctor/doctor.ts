import { findCodex } from '../../codex/find.js';
import type { Environment } from '../../codex/installation.js';
import { assertOptions } from '../../codex/options/assert-options.js';
import { CODEX_OPTIONS } from '../../codex/options/codex-options.js';
import {
  abortSignal,
  boolean,
  callback,
  milliseconds,
  type OptionTable,
} from '../../codex/options/validators.js';
import { workingDirectory } from '../../codex/working-directory.js';
import { definedOnly } from '../../json/defined-only.js';
import { redactJson } from '../../outcome/redact/redact-json.js';
import { createRedactor } from '../../outcome/redact/redactor.js';
import { CallbackGuard } from '../callback-guard.js';
import { PLACE_OPTIONS } from '../option-validators.js';
import { type Check, type CheckName, type DoctorContext, type Finding, skipped } from './check.js';
import { checkCodex } from './codex.js';
import { checkCodexHome } from './codex-home.js';
import { checkConfig } from './config.js';
import { checkLeftovers } from './leftovers.js';
import { checkLogin } from './login.js';
import { askLoginStatus } from './login-status.js';
import { checkNode } from './node.js';
import { checkProxy } from './proxy.js';
import { checkRehearsal } from './rehearsed-turn.js';
import { checkSandbox } from './sandbox.js';
import { checkTempDir } from './temp-dir.js';
import { timedCheck } from './timed-check.js';
import { checkVersion } from './version.js';

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

const DEFAULT_LIMIT_MS = 30_000;

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
 * Looks at everything that a run needs. Reads what is the user's and changes none of it: what writes runs in
 * temporary folders of its own. Never rejects for what it finds.
 *
 * @throws {TypeError} (the promise rejects) if an option is none; what `onCheck` has thrown
 */
export async function doctor(options: DoctorOptions = {}): Promise<DoctorReport> {
  assertOptions('doctor()', options, DOCTOR_OPTIONS);
  const host = new CallbackGuard(options.signal);
  const { onCheck } = options;
  const told = host.wrap(onCheck ?? (() => undefined));
  const context = { ...contextOf(options), signal: host.signal };
  const login = askLoginStatus(context);
  // Before the rehearsals, which clear away what they find.
  const leftovers = checkLeftovers(context);
  const rehearsal = async (name: 'exec' | 'app-server') => {
    if (options.rehearse === false) return skipped('Not asked for.');
    await leftovers;
    return checkRehearsal(context, name);
  };
  // All at once; each is waited for in the order of the report.
  const begun: Readonly<Record<CheckName, Finding | Promise<Finding>>> = {
    node: checkNode(),
    codex: checkCodex(context),
    version: checkVersion(context),
    codex_home: checkCodexHome(context),
    config: login.then((status) => checkConfig(context, status)),
    login: login.then((status) => checkLogin(context, status)),
    sandbox: checkSandbox(context),
    temp_dir: checkTempDir(context),
    proxy: checkProxy(context),
    leftovers,
    rehearsal_exec: rehearsal('exec'),
    rehearsal_app_server: rehearsal('app-server'),
  };
  const timed = Object.entries(begun).map(([name, finding]) =>
    timedCheck(context.limitMs, name as CheckName, finding),
  );
  const checks: Check[] = [];
  const redact = createRedactor(context.env, context.config);
  for (const found of timed) {
    // Errors of the system and codex's own words may quote anything.
    const check = redactJson(await found, redact) as Check;
    checks.push(check);
    told(check);
  }
  await host.finish();
  return { ok: checks.every(({ status }) => status !== 'problem'), checks };
}

function contextOf(options: DoctorOptions): DoctorContext {
  const { env = process.env, cwd = workingDirectory(), codexPath, config, profile } = options;
  return {
    env,
    cwd,
    ...definedOnly({ config, profile }),
    codex: findCodex({ env, cwd, ...definedOnly({ codexPath }) }),
    limitMs: options.timeoutMs ?? DEFAULT_LIMIT_MS,
  };
}

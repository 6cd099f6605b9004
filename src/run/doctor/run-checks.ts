import { findCodex } from '../../codex/find.js';
import { workingDirectory } from '../../codex/working-directory.js';
import { definedOnly } from '../../json/defined-only.js';
import { redactJson } from '../../outcome/redact/redact-json.js';
import { createRedactor } from '../../outcome/redact/redactor.js';
import { CallbackGuard } from '../callback-guard.js';
import {
  type Check,
  type CheckName,
  type DoctorContext,
  type DoctorOptions,
  type DoctorReport,
  type Finding,
  skipped,
} from './check.js';
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

const DEFAULT_TIMEOUT_MS = 30_000;

/** Runs all checks at once, and reports them in order. */
export async function runChecks(options: DoctorOptions): Promise<DoctorReport> {
  const callbacks = new CallbackGuard(options.signal);
  const onCheck = callbacks.wrap(options.onCheck ?? (() => undefined));
  const context = { ...contextOf(options), signal: callbacks.signal };
  const login = askLoginStatus(context);
  // Before the rehearsals, which remove stale folders.
  const leftovers = checkLeftovers(context);
  const rehearsedTurn = async (name: 'exec' | 'app-server') => {
    if (options.rehearse === false) return skipped('Not requested.');
    await leftovers;
    return checkRehearsal(context, name);
  };
  const started: Readonly<Record<CheckName, Finding | Promise<Finding>>> = {
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
    rehearsal_exec: rehearsedTurn('exec'),
    rehearsal_app_server: rehearsedTurn('app-server'),
  };
  const timed = Object.entries(started).map(([name, finding]) =>
    timedCheck(context.limitMs, name as CheckName, finding),
  );
  const checks: Check[] = [];
  const redact = createRedactor(context.env, context.config);
  for (const found of timed) {
    // System errors and codex's own messages may quote secrets.
    const check = redactJson(await found, redact) as Check;
    checks.push(check);
    onCheck(check);
  }
  await callbacks.finish();
  return { ok: checks.every(({ status }) => status !== 'problem'), checks };
}

function contextOf(options: DoctorOptions): DoctorContext {
  const { env = process.env, cwd = workingDirectory(), codexPath, config, profile } = options;
  return {
    env,
    cwd,
    ...definedOnly({ config, profile }),
    codex: findCodex({ env, cwd, ...definedOnly({ codexPath }) }),
    limitMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
  };
}

import { findCodex } from '../../codex/find.js';
import { workingDirectory } from '../../codex/working-directory.js';
import { definedOnly } from '../../json/defined-only.js';
import { redactJson } from '../../outcome/redact/redact-json.js';
import { createRedactor } from '../../outcome/redact/redactor.js';
import { CallbackGuard } from '../callback-guard.js';
import { type Answers, askCodex } from './answers.js';
import { checkCertificates } from './certificates.js';
import {
  CHECK_NAMES,
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
  const report = new DoctorRun(context, options.rehearse ?? true);
  const timed = CHECK_NAMES.map((name) => report.check(name));
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

/** Checks whose problem is also the cause of what a check would find: one fault is reported once. */
const REQUIRED: Readonly<Partial<Record<CheckName, readonly CheckName[]>>> = {
  version: ['codex'],
  config: ['codex', 'codex_home'],
  login: ['codex', 'codex_home', 'config'],
  sandbox: ['codex', 'codex_home', 'config', 'temp_dir'],
  leftovers: ['temp_dir'],
  rehearsal_exec: ['codex', 'temp_dir'],
  rehearsal_app_server: ['codex', 'temp_dir'],
};

/** Runs each check once, as soon as the checks that it requires have found no problem. */
class DoctorRun {
  readonly #checks = new Map<CheckName, Promise<Check>>();
  readonly #answers: Answers;

  constructor(
    private readonly context: DoctorContext,
    private readonly rehearse: boolean,
  ) {
    this.#answers = askCodex(context);
  }

  check(name: CheckName): Promise<Check> {
    const known = this.#checks.get(name);
    if (known !== undefined) return known;
    const check = this.#run(name);
    this.#checks.set(name, check);
    return check;
  }

  async #run(name: CheckName): Promise<Check> {
    for (const required of REQUIRED[name] ?? []) {
      const { status } = await this.check(required);
      if (status !== 'problem') continue;
      return { name, ...skipped(`Not checked, because of the problem with ${required}.`), durationMs: 0 };
    }
    return timedCheck(this.context.limitMs, name, this.#find(name));
  }

  #find(name: CheckName): Finding | Promise<Finding> {
    const { context } = this;
    switch (name) {
      case 'node':
        return checkNode();
      case 'codex':
        return checkCodex(context, this.#answers);
      case 'version':
        return checkVersion(context, this.#answers);
      case 'codex_home':
        return checkCodexHome(context);
      case 'config':
        return this.#answers.login().then((login) => checkConfig(context, login));
      case 'login':
        return this.#answers.login().then((login) => checkLogin(context, login));
      case 'sandbox':
        return checkSandbox(context);
      case 'temp_dir':
        return checkTempDir(context);
      case 'proxy':
        return checkProxy(context);
      case 'certificates':
        return checkCertificates(context);
      case 'leftovers':
        return checkLeftovers(context);
      case 'rehearsal_exec':
        return this.#rehearsal('exec');
      case 'rehearsal_app_server':
        return this.#rehearsal('app-server');
    }
  }

  async #rehearsal(name: 'exec' | 'app-server'): Promise<Finding> {
    if (!this.rehearse) return skipped('Not requested.');
    // A rehearsal removes stale folders.
    await this.check('leftovers');
    return checkRehearsal(this.context, name);
  }
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

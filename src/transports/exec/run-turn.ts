import { toArgv } from '../../codex/argv.js';
import type { Need } from '../../codex/capabilities.js';
import type { CodexInstallation } from '../../codex/installation.js';
import { spawnCodex } from '../../codex/process/spawn.js';
import { Supervisor } from '../../codex/process/supervise.js';
import type { StartFailure, TurnRequest } from '../../codex/turn-request.js';
import { usageErrorFailure } from '../../codex/usage-error.js';
import { isAtLeast } from '../../codex/version.js';
import type { TurnEvidence } from '../../outcome/evidence.js';
import { createRedactor } from '../../outcome/redact/redactor.js';
import type { ExitStatus } from '../../platform/process/managed-child.js';
import { CodexOutput } from './output.js';

export interface RunContext {
  readonly schemaPath: string | null;
  readonly codexVersion: string | null;
  /** What the turn needs of codex. */
  readonly needs: readonly Need[];
  /** `performance.now()` when the turn was asked for: limits and duration count from there. */
  readonly startedAt: number;
  /** Begun when codex is running; its end is waited for. */
  readonly meanwhile: () => Promise<void>;
}

/** One codex process from spawn to its end. The schema file must outlive it. */
export async function runCodexProcess(
  request: TurnRequest,
  codex: CodexInstallation,
  context: RunContext,
): Promise<TurnEvidence | StartFailure> {
  const { command, limits, observe, signal } = request;
  const child = await spawnCodex({
    codex,
    args: toArgv(command, context),
    env: request.env,
    cwd: request.cwd,
    killGraceMs: limits.killGraceMs,
    ends: namesItsCommands(codex.version ?? context.codexVersion) ? 'not-commands' : 'nothing',
  });
  if ('kind' in child) return child;

  const fault: { error?: unknown } = {};
  const elapsedMs = performance.now() - context.startedAt;
  const stop = () => void child.stop();
  const supervisor = new Supervisor({ limits, elapsedMs, stop, ...(signal === undefined ? {} : { signal }) });
  const fail = (error: unknown) => {
    if (!('error' in fault)) fault.error = error;
    stop();
  };
  const sink = {
    heard: (terminalSeen: boolean) => {
      supervisor.touch();
      supervisor.terminalSeen(terminalSeen);
    },
    failed: fail,
  };
  const output = new CodexOutput(observe, limits, sink, createRedactor(request.env, command.options.config));
  output.attach(child.process.stdout, child.process.stderr);
  child.process.stdin.end(command.prompt);
  const meanwhile = context.meanwhile();
  try {
    observe.onStarted?.();
  } catch (error) {
    fail(error);
  }

  const exit = await child.exited;
  supervisor.release();
  await child.settle();
  await Promise.all([output.end(), meanwhile]);
  if ('error' in fault) throw fault.error;
  return refusal(request, exit, output, context) ?? evidence(exit, output, supervisor, context);
}

/** Whether codex tells its commands from its other processes, as 0.171.0 does (by CODEX_THREAD_ID). */
function namesItsCommands(version: string | null): boolean {
  return version !== null && isAtLeast(version, '0.171.0');
}

/** codex too old for the call: it says so with exit code 2, before anything runs. */
function refusal(
  request: TurnRequest,
  exit: ExitStatus,
  output: CodexOutput,
  context: RunContext,
): StartFailure | null {
  if (exit.exitCode !== 2 || output.reader.state().sawEvent) return null;
  return usageErrorFailure(request.command, context.needs, output.stderr, context.codexVersion);
}

function evidence(
  exit: ExitStatus,
  output: CodexOutput,
  supervisor: Supervisor,
  context: RunContext,
): TurnEvidence {
  return {
    turn: output.reader.state(),
    events: output.reader.events,
    stop: supervisor.cause,
    exitCode: exit.exitCode,
    signal: exit.signal,
    stderr: output.stderr,
    durationMs: Math.round(performance.now() - context.startedAt),
    codexVersion: context.codexVersion,
    lingered: supervisor.lingered,
  };
}

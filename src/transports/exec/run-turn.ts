import { toArgv } from '../../codex/argv.js';
import type { Need } from '../../codex/capabilities.js';
import type { CodexInstallation } from '../../codex/installation.js';
import { spawnCodex } from '../../codex/process/spawn.js';
import { Supervisor } from '../../codex/process/supervisor.js';
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
  readonly needs: readonly Need[];
  /** `performance.now()` when the turn was requested; limits and duration count from it. */
  readonly startedAt: number;
  /** Called while codex is running, and awaited. */
  readonly whileRunning: () => Promise<void>;
}

/** Runs one codex process until it has exited. The schema file must exist until then. */
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
    stops: marksCommands(codex.version ?? context.codexVersion) ? 'not-commands' : 'none',
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
    onOutput: (terminalSeen: boolean) => {
      supervisor.touch();
      supervisor.terminalSeen(terminalSeen);
    },
    onObserverError: fail,
  };
  const output = new CodexOutput(observe, limits, sink, createRedactor(request.env, command.options.config));
  output.attach(child.process.stdout, child.process.stderr);
  child.process.stdin.end(command.prompt);
  const whileRunning = context.whileRunning();
  try {
    observe.onStarted?.();
  } catch (error) {
    fail(error);
  }

  const exit = await child.exited;
  supervisor.release();
  await child.settle();
  await Promise.all([output.end(), whileRunning]);
  if ('error' in fault) throw fault.error;
  return (
    usageFailure(request, exit, output, context) ??
    evidence(exit, output, supervisor, context, command.options.model ?? null)
  );
}

/** Whether codex marks the processes of the model's commands, as 0.171.0 does with CODEX_THREAD_ID. */
function marksCommands(version: string | null): boolean {
  return version !== null && isAtLeast(version, '0.171.0');
}

/** Returns the failure of a codex that is too old for the call: it exits with code 2 before anything runs. */
function usageFailure(
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
  model: string | null,
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
    model,
    lingered: supervisor.lingered,
  };
}

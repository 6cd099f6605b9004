import { randomUUID } from 'node:crypto';
import type { SandboxPolicy } from '../../app-server/generated/protocol.js';
import type { AppServer } from '../../app-server/server/server.js';
import { stringOf } from '../../json/fields.js';

/** How a command is run. */
export interface RunCommandOptions {
  /** Default: where the turn runs. */
  readonly cwd?: string;
  /** Default: what codex's configuration says. */
  readonly sandboxPolicy?: SandboxPolicy;
}

/** What a command ended with; each stream is cut by codex where it is very long. */
export interface RunCommandResult {
  /** The exit code, as the app server reports it; null if it reports none. */
  readonly exitCode: number | null;
  /** What the command wrote to stdout. */
  readonly stdout: string;
  /** What the command wrote to stderr. */
  readonly stderr: string;
}

/**
 * Runs a command in the app server's sandbox beside a turn, and ends it with the turn.
 *
 * @throws {RpcError} where codex cannot run it; {ConnectionClosed} where the server ends first
 */
export async function runCommandBeside(
  { server, cwd }: RunningTurn,
  over: Promise<unknown>,
  command: readonly string[],
  options: RunCommandOptions,
): Promise<RunCommandResult> {
  const processId = `codex-structured-${randomUUID()}`;
  let running = true;
  void over.then(() => {
    // Where it has just ended there is nothing to terminate: codex's refusal says so, and nothing else.
    if (running) server.request('command/exec/terminate', { processId }).catch(() => undefined);
  });
  try {
    const result = await server.request('command/exec', {
      command: [...command],
      processId,
      cwd: options.cwd ?? cwd,
      disableTimeout: true,
      ...(options.sandboxPolicy === undefined ? {} : { sandboxPolicy: options.sandboxPolicy }),
    });
    const exitCode = result['exitCode'];
    return {
      exitCode: typeof exitCode === 'number' ? exitCode : null,
      stdout: stringOf(result['stdout']) ?? '',
      stderr: stringOf(result['stderr']) ?? '',
    };
  } finally {
    running = false;
  }
}
/** Where a turn is running, once codex has begun it. */
export interface RunningTurn {
  readonly server: AppServer;
  readonly threadId: string;
  readonly turnId: string;
  readonly cwd: string;
}

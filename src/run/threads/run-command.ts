import { randomUUID } from 'node:crypto';
import type { SandboxPolicy } from '../../app-server/generated/protocol.js';
import type { AppServer } from '../../app-server/server/server.js';
import { stringOf } from '../../json/fields.js';

/** Options of `turn.runCommand()`. */
export interface RunCommandOptions {
  /** The working directory. Default: that of the turn. */
  readonly cwd?: string;
  /** The sandbox. Default: that of codex's configuration. */
  readonly sandboxPolicy?: SandboxPolicy;
}

/** The result of a command. codex truncates very long output. */
export interface RunCommandResult {
  /** The exit code; null if the app server reports none. */
  readonly exitCode: number | null;
  /** What the command wrote to stdout. */
  readonly stdout: string;
  /** What the command wrote to stderr. */
  readonly stderr: string;
}

/**
 * Runs a command in the app server's sandbox beside a turn, and stops it when the turn ends.
 *
 * @throws {RpcError} if codex cannot run it; {ConnectionClosed} if the server exits first
 */
export async function runCommandBeside(
  { server, cwd }: TurnPlace,
  over: Promise<unknown>,
  command: readonly string[],
  options: RunCommandOptions,
): Promise<RunCommandResult> {
  const processId = `codex-structured-${randomUUID()}`;
  let running = true;
  void over.then(() => {
    // codex rejects this request if the command has just ended, which does not matter.
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

/** The server and the ids of a turn that codex has started. */
export interface TurnPlace {
  readonly server: AppServer;
  readonly threadId: string;
  readonly turnId: string;
  readonly cwd: string;
}

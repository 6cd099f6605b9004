import type { SandboxPolicy } from '../../app-server/generated/protocol.js';
import type { AppServerTurn } from '../../run/threads/turn.js';
import { clipMiddle } from '../../text/clip.js';
import type { PendingCommandExecution } from '../approvals/pending-calls.js';
import { quote } from '../approvals/quote.js';

const MAX_OUTPUT = 10_000;

/**
 * Runs the host's command in place of the model's, and returns the report for the model.
 *
 * No response of codex's protocol carries another command. The model's command is declined, and before that the
 * report is steered into the turn, so that both reach the model with its next request.
 *
 * @throws {Error} if codex cannot run the command
 */
export async function runReplacement(
  call: PendingCommandExecution,
  command: string,
  turn: AppServerTurn<unknown>,
  sandboxPolicy: SandboxPolicy | undefined,
): Promise<string> {
  const { exitCode, stdout, stderr } = await turn.runCommand([...shellOf(call.commandLine), command], {
    ...(call.cwd === null ? {} : { cwd: call.cwd }),
    ...(sandboxPolicy === undefined ? {} : { sandboxPolicy }),
  });
  const output = clipMiddle(`${stdout}${stderr}`, MAX_OUTPUT);
  return [
    `Your command ${quote(call.command)} was not run. The user ran another command in its place:`,
    `$ ${command}`,
    `It exited with code ${exitCode ?? 'unknown'}${output === '' ? ' and printed nothing.' : '. Output:'}`,
    ...(output === '' ? [] : [output]),
    'Continue with that result. Do not run the replaced command.',
  ].join('\n');
}

/** Returns the shell that codex would have used, with its option. */
function shellOf(commandLine: string): readonly string[] {
  const [, shell, option] = /^(\S+) (-l?c) /.exec(commandLine) ?? [];
  if (shell !== undefined && option !== undefined) return [shell, option];
  return process.platform === 'win32' ? ['cmd', '/c'] : ['/bin/sh', '-c'];
}

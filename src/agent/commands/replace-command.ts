import type { AppServerTurn } from '../../run/app-server/turn.js';
import type { SandboxPolicy } from '../../transports/app-server/generated/protocol.js';
import type { PendingCommandExecution } from '../approvals/pending-calls.js';
import { quote } from '../approvals/quote.js';
import { shortened } from '../shortened.js';

const LONGEST_OUTPUT = 10_000;

/**
 * Runs the host's command in the place of the model's, and gives what the model is to be told.
 *
 * codex has no answer that carries another command: the model's is declined, and the words here are steered
 * into the turn before that, so that both reach the model with its next request.
 *
 * @throws {Error} where codex cannot run it
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
  const output = shortened(`${stdout}${stderr}`, LONGEST_OUTPUT);
  return [
    `Your command ${quote(call.command)} was not run. The user ran another one in its place:`,
    `$ ${command}`,
    `It exited with code ${exitCode ?? 'unknown'}${output === '' ? ', without output.' : '. Output:'}`,
    ...(output === '' ? [] : [output]),
    'Go on with that result; do not run the command that was replaced.',
  ].join('\n');
}

/** The shell that codex would have used, with its options. */
function shellOf(commandLine: string): readonly string[] {
  const [, shell, option] = /^(\S+) (-l?c) /.exec(commandLine) ?? [];
  if (shell !== undefined && option !== undefined) return [shell, option];
  return process.platform === 'win32' ? ['cmd', '/c'] : ['/bin/sh', '-c'];
}

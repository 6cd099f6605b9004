import { TOKEN_VARIABLE } from '../../../bridges/responses/codex-settings.js';
import type { ResponsesBridge } from '../../../bridges/responses/responses-bridge.js';
import type { ParsedArgs } from '../../args/parsed-flags.js';
import type { CliIo } from '../../io.js';
import { Messenger } from '../../output/messenger.js';
import { writeAll } from '../../output/write.js';
import { abortedExitCode, watchSignals } from '../../watch/signals.js';
import type { CliCommand } from '../command.js';
import { responsesSettings } from './responses-settings.js';

export const responsesCommand: CliCommand = {
  name: 'bridge responses',
  usage: '',
  summary: 'Serve a local Responses API that adds the API key, so that codex never sees it',
  positionals: [],
  flags: ['key-env', 'upstream'],
  passesOn: false,
  examples: [
    ['bridge responses', 'Print how to connect as JSON; run until SIGTERM or the end of stdin'],
    [
      'bridge responses --key-env WORK_KEY --upstream https://llm.example.com/v1',
      "Use another provider's API",
    ],
  ],
  run: responses,
};

async function responses({ flags }: ParsedArgs, io: CliIo): Promise<number> {
  const settings = responsesSettings(flags, io);
  const messenger = new Messenger(io);
  const { startResponsesBridge } = await import('../../../bridges/responses/responses-bridge.js');
  const interruption = watchSignals(io, messenger);
  const bridge = await startResponsesBridge({
    ...settings,
    onNotice: (sentence) => messenger.error(sentence),
  });
  try {
    await writeAll(io.stdout, `${JSON.stringify(connectionDetails(bridge, io))}\n`);
    await Promise.race([aborted(interruption.signal), stdinEnded(io)]);
  } finally {
    await bridge.close();
    interruption.end();
  }
  return interruption.signal.aborted ? abortedExitCode(interruption.signal) : 0;
}

/** Returns what another process needs to connect: an address, or the arguments and environment of codex. */
function connectionDetails(bridge: ResponsesBridge, { env }: CliIo): object {
  const given = bridge.environment({ NO_PROXY: env['NO_PROXY'] ?? env['no_proxy'] });
  return {
    base_url: bridge.baseUrl,
    pid: process.pid,
    args: bridge.config.flatMap((override) => ['-c', override]),
    env: { [TOKEN_VARIABLE]: bridge.token, NO_PROXY: given['NO_PROXY'], no_proxy: given['no_proxy'] },
  };
}

/** Waits only for a pipe: `/dev/null`, which a shell gives to background jobs, has already ended. */
function stdinEnded(io: CliIo): Promise<void> {
  return new Promise((resolve) => {
    if (io.stdinIsTerminal() || io.stdinAtOnce() !== null) return;
    io.stdin.once('end', resolve).once('close', resolve).once('error', resolve);
    io.stdin.resume();
  });
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

import { capabilityOfFlag, missingCapability, unsupportedFailure } from '../../codex/capabilities.js';
import { spawnFailed } from '../../codex/failures.js';
import { ownVersion } from '../../codex/own-version.js';
import { probeVersion } from '../../codex/process/probe-version.js';
import { unexpectedArgument } from '../../codex/usage-error.js';
import { versionInUserAgent } from '../../codex/version.js';
import { stringOf } from '../../json/fields.js';
import type { SpawnFailedFailure, UnsupportedFailure } from '../../outcome/outcome.js';
import { withoutStderrNoise } from '../../outcome/stderr-noise.js';
import type { ExitStatus } from '../../platform/process/managed-child.js';
import { waitAtMost } from '../../platform/time/wait-at-most.js';
import type { RpcRequests } from '../protocol/methods.js';
import { RpcError } from '../protocol/rpc-error.js';
import type { ServerOptions } from './server-options.js';

/** An app server that has not answered yet, as far as the first request needs it. */
interface StartedServer extends RpcRequests {
  version: string | null;
  /** How it ended; null while it runs. */
  readonly exit: ExitStatus | null;
  readonly ended: Promise<void>;
  readonly stderr: string;
  notifyInitialized(): void;
}

/**
 * The first request; its answer decides whether this is an app server. Null where all is well.
 *
 * `experimentalApi` is wanted for `additionalContext` and for more than one writable root.
 */
export async function handshake(
  server: StartedServer,
  {
    startLimitMs,
    signal,
    codex,
    env,
    unwanted,
  }: Pick<ServerOptions, 'startLimitMs' | 'signal' | 'codex' | 'env' | 'unwanted'>,
): Promise<SpawnFailedFailure | UnsupportedFailure | null> {
  const answered = server
    .request('initialize', {
      clientInfo: { name: 'codex-structured', title: null, version: ownVersion() },
      capabilities: {
        experimentalApi: true,
        requestAttestation: false,
        ...(unwanted === undefined ? {} : { optOutNotificationMethods: [...unwanted] }),
      },
    })
    .then(
      (result) => ({ result }),
      (error: unknown) => ({ error }),
    );
  const outcome = await waitAtMost(answered, startLimitMs, signal);
  if (outcome === 'late') return spawnFailed(`its app server did not answer within ${startLimitMs / 1000} s`);
  // Whoever aborted is told so by the turn.
  if (outcome === 'aborted') return spawnFailed('the start of its app server was aborted');
  if ('error' in outcome) return whyNot(server, outcome.error, () => probeVersion(codex, env));
  server.version =
    versionInUserAgent(stringOf(outcome.result['userAgent'])) ?? (await probeVersion(codex, env));
  server.notifyInitialized();
  return null;
}

async function whyNot(
  server: StartedServer,
  error: unknown,
  askVersion: () => Promise<string | null>,
): Promise<SpawnFailedFailure | UnsupportedFailure> {
  const version = await askVersion();
  // The oldest releases take `app-server` for a prompt, and end in words that say nothing of it.
  const missing = version === null ? null : missingCapability([{ capability: 'app_server' }], version);
  if (missing !== null) return missing;
  if (error instanceof RpcError) return spawnFailed(`its app server refuses to start: ${error.message}`);
  const lines = withoutStderrNoise(server.stderr).trim().split('\n');
  const { exit } = server;
  if (exit?.exitCode === 2) {
    const argument = unexpectedArgument(server.stderr);
    const capability = argument === null ? null : capabilityOfFlag(argument);
    if (capability !== null) return unsupportedFailure(capability, version, true);
    // The words with which an old codex meets a subcommand that it does not know.
    if (/unrecognized subcommand|unexpected argument 'app-server'/.test(server.stderr)) {
      return unsupportedFailure('app_server', version, true);
    }
  }
  const how = exit?.signal ? `was ended by ${exit.signal}` : `exited with status ${exit?.exitCode ?? '?'}`;
  const said = (lines.find((line) => /error/i.test(line)) ?? lines.at(-1) ?? '').trim().slice(0, 300);
  return spawnFailed(`its app server ${how} before it answered${said === '' ? '' : ` (${said})`}`);
}

import { capabilityOfFlag, missingCapability, unsupportedFailure } from '../../codex/capabilities.js';
import { spawnFailed } from '../../codex/failures.js';
import { ownVersion } from '../../codex/own-version.js';
import { probeVersion } from '../../codex/process/probe-version.js';
import { unexpectedArgument } from '../../codex/usage-error.js';
import { versionInUserAgent } from '../../codex/version.js';
import { stringOf } from '../../json/fields.js';
import type { SpawnFailedFailure, UnsupportedFailure } from '../../outcome/outcome.js';
import { failureLine } from '../../outcome/process-failure-cause.js';
import type { ExitStatus } from '../../platform/process/managed-child.js';
import { waitAtMost } from '../../platform/time/wait-at-most.js';
import { clip } from '../../text/clip.js';
import { safeLine } from '../../text/safe-line.js';
import type { RpcRequests } from '../protocol/methods.js';
import { RpcError } from '../protocol/rpc-error.js';
import type { ServerOptions } from './server-options.js';

/** The part of an app server that the first request needs. */
interface StartedServer extends RpcRequests {
  version: string | null;
  /** Null while it runs. */
  readonly exit: ExitStatus | null;
  readonly ended: Promise<void>;
  readonly stderr: string;
  notifyInitialized(): void;
}

/**
 * Sends `initialize` and returns why the app server cannot be used; null if it can.
 *
 * `additionalContext` and more than one writable root require `experimentalApi`.
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
  // The turn reports the abort itself.
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
  // The oldest releases treat `app-server` as a prompt, and their error does not mention it.
  const missing = version === null ? null : missingCapability([{ capability: 'app_server' }], version);
  if (missing !== null) return missing;
  if (error instanceof RpcError)
    return spawnFailed(`its app server rejected the connection: ${clip(safeLine(error.message), 300)}`);
  const { exit } = server;
  if (exit?.exitCode === 2) {
    const argument = unexpectedArgument(server.stderr);
    const capability = argument === null ? null : capabilityOfFlag(argument);
    if (capability !== null) return unsupportedFailure(capability, version, true);
    // This is the error of an old codex for an unknown subcommand.
    if (/unrecognized subcommand|unexpected argument 'app-server'/.test(server.stderr)) {
      return unsupportedFailure('app_server', version, true);
    }
  }
  const how = exit?.signal ? `was killed by ${exit.signal}` : `exited with status ${exit?.exitCode ?? '?'}`;
  const said = failureLine({ stderr: server.stderr, sawTurn: false });
  return spawnFailed(
    `its app server ${how} before it answered${said === null ? '' : ` (${clip(said, 300)})`}`,
  );
}

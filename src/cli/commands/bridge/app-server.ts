import { constants } from 'node:os';
import { passThrough } from '../../../bridges/output-schema/pass-through.js';
import { runProxy } from '../../../bridges/output-schema/proxy.js';
import { nestedEnvironment } from '../../../bridges/output-schema/recursion-guard.js';
import { missingCapability } from '../../../codex/capabilities.js';
import { findCodex, isInstallation } from '../../../codex/find.js';
import type { CodexInstallation, Environment } from '../../../codex/installation.js';
import { probeVersion } from '../../../codex/process/probe-version.js';
import { EXIT_INTERNAL, exitCodeOf } from '../../../outcome/exit-codes.js';
import type { CodexNotFoundFailure, Failure, SpawnFailedFailure } from '../../../outcome/outcome.js';
import type { ExitStatus } from '../../../platform/process/managed-child.js';
import { compileWithoutValidator, type SchemaParts } from '../../../schema/compile-without-validator.js';
import type { ParsedArgs, ParsedFlags } from '../../args/parsed-flags.js';
import { InputReader } from '../../input/input-reader.js';
import { isStdin } from '../../input/open-input.js';
import { openSchema } from '../../input/schema-source.js';
import type { CliIo } from '../../io.js';
import { Messenger } from '../../output/messenger.js';
import { UsageError } from '../../usage-error.js';
import { abortedExitCode, watchSignals } from '../../watch/signals.js';
import { schemaPlace, schemaSettings } from '../turn-settings.js';

/** Short, since a client waits for the bridge; a codex that has not answered by then is asked again once it runs. */
const PROBE_LIMIT_MS = 2_000;

/** Passes any other call through to codex. */
export async function passOn(codexArgs: readonly string[], io: CliIo, codexPath?: string): Promise<number> {
  const codex = codexFor(io, codexPath);
  if ('kind' in codex) return refuse(codex, io);
  const end = await passThrough({ ...codex, args: codexArgs, cwd: io.cwd });
  return 'kind' in end ? refuse(end, io) : exitLikeCodex(end);
}

/** Runs the app server and adds the schema of these flags to each turn that has none. */
export async function bridgeAppServer(
  codexArgs: readonly string[],
  { flags }: ParsedArgs,
  io: CliIo,
  codexPath?: string,
): Promise<number> {
  const messenger = new Messenger(io);
  const interruption = watchSignals(io, messenger);
  try {
    const schema = await schemaOf(flags, io, interruption.signal);
    const codex = codexFor(io, codexPath);
    if ('kind' in codex) return refuse(codex, io);
    const version = await probeVersion(codex.codex, codex.env, {
      limitMs: PROBE_LIMIT_MS,
      signal: interruption.signal,
    });
    const missing =
      version === null ? null : missingCapability([{ capability: 'app_server_output_schema' }], version);
    if (missing !== null) return refuse(missing, io);
    const end = await runProxy({
      ...codex,
      isVersionUnknown: version === null,
      args: codexArgs,
      cwd: io.cwd,
      schema: schema.wireText,
      ...(flags.isOn('decode') && schema.adapted ? { decode: schema.decode } : {}),
      stdin: io.stdin,
      stdout: io.stdout,
      stderr: io.stderr,
      signal: interruption.signal,
      notice: (sentence) => messenger.error(sentence),
    });
    if ('exitCode' in end) {
      if (!interruption.signal.aborted) return exitLikeCodex(end);
      const status = abortedExitCode(interruption.signal);
      // Output that the client has not read would keep this process alive.
      if (io.stdout.writableLength > 0) io.exitNow(status);
      return status;
    }
    if (end.kind !== 'broken') return refuse(end, io);
    messenger.error(end.message);
    return EXIT_INTERNAL;
  } finally {
    interruption.end();
  }
}

/** @throws {UsageError} if there is no usable schema: codex must not be asked without it */
async function schemaOf(flags: ParsedFlags, io: CliIo, signal: AbortSignal): Promise<SchemaParts['parts']> {
  const named = flags.text('schema');
  if (named === undefined) {
    throw new UsageError('The bridge has no schema. Set it with --schema or CODEX_STRUCTURED_SCHEMA.');
  }
  if (isStdin(named)) {
    throw new UsageError(
      'The schema of the bridge cannot come from stdin, which the client uses. Pass a file.',
    );
  }
  if (flags.isOn('decode') && flags.text('schema-mode') !== 'adapt') {
    throw new UsageError('--decode requires --schema-mode adapt (CODEX_STRUCTURED_SCHEMA_MODE).');
  }
  const plan = openSchema(named, schemaPlace(flags));
  const opened = await plan.read(new InputReader(io, { signal, timeoutMs: 0, idleTimeoutMs: 0 }));
  if ('ok' in opened) throw new UsageError(opened.message);
  const prepared = compileWithoutValidator(opened.source, schemaSettings(flags));
  if (!('kind' in prepared)) return prepared.parts;
  throw new UsageError(prepared.message);
}

function codexFor(
  io: CliIo,
  codexPath: string | undefined,
): { codex: CodexInstallation; env: Environment } | CodexNotFoundFailure | SpawnFailedFailure {
  const codex = findCodex({
    env: io.env,
    cwd: io.cwd,
    isAtCodexPath: true,
    ...(codexPath === undefined ? {} : { codexPath }),
  });
  if (!isInstallation(codex)) return codex;
  const env = nestedEnvironment(io.env);
  if (env !== null) return { codex, env };
  throw new UsageError(
    `${codex.path}, found at ${codex.foundAt}, calls this bridge again. Set CODEX_STRUCTURED_CODEX_PATH to the real codex.`,
  );
}

function refuse(failure: Failure, io: CliIo): number {
  new Messenger(io).error(failure.message);
  return exitCodeOf(failure);
}

/**
 * The exit code that codex had. Where a signal ended it, the same one ends us, so that whoever waits for us
 * sees what it would have seen.
 */
export async function exitLikeCodex({ exitCode, signal }: ExitStatus): Promise<number> {
  if (signal === null) return exitCode ?? 0;
  const name = signal as NodeJS.Signals;
  process.removeAllListeners(name);
  process.kill(process.pid, name);
  // A signal that is ignored here, or is none of this system's, has no effect.
  await new Promise((resolve) => setTimeout(resolve, 100));
  return 128 + (constants.signals[name] ?? 0);
}

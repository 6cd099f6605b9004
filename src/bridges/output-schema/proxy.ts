import type { Buffer } from 'node:buffer';
import { type Readable, Transform, type TransformCallback, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { CodexInstallation, Environment } from '../../codex/installation.js';
import { spawnCodex } from '../../codex/process/spawn.js';
import type { CodecResult } from '../../diagnostics/schema-results.js';
import type { JsonValue } from '../../json/value.js';
import type { SpawnFailedFailure } from '../../outcome/outcome.js';
import type { ExitStatus, ManagedChild } from '../../platform/process/managed-child.js';
import { SilenceTimer, startTimer } from '../../platform/time/timer.js';
import { AnswerDecoder } from './answer-decoder.js';
import { SchemaInjector, TurnRejectedError, type TurnRejection } from './schema-injector.js';
import { VersionDetector } from './version-detector.js';

/** How long codex may take to exit after its client has closed stdin. It needs only moments. */
const EOF_GRACE_MS = 10_000;
/** How long it may take to exit after SIGTERM. */
const KILL_GRACE_MS = 3_000;
/** How long stdout may be silent after codex has exited, if another process holds it open. */
const QUIET_MS = 250;

export interface OutputSchemaProxyOptions {
  readonly codex: CodexInstallation;
  /** The arguments of codex, including `app-server`. */
  readonly args: readonly string[];
  readonly env: Environment;
  readonly cwd: string;
  /** Added to each `turn/start` without a schema, as JSON text. */
  readonly schema: string;
  /** Decodes an answer from the wire schema's form. If it is absent, messages stay as they are. */
  readonly decode?: (wireValue: JsonValue) => CodecResult;
  /** True: the version of codex is learned from its response to `initialize`, before a turn is passed on. */
  readonly isVersionUnknown: boolean;
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** Stops codex. */
  readonly signal: AbortSignal;
  /** Called with sentences for people. */
  readonly notice: (sentence: string) => void;
}

/** How the proxy ended: as codex did, or because it could not continue. */
export type ProxyResult = ExitStatus | SpawnFailedFailure | TurnRejection;

/**
 * Runs `codex app-server` behind a client until one of them ends. The client's end of input is passed on to codex,
 * and the proxy ends when codex does.
 */
export async function runProxy(options: OutputSchemaProxyOptions): Promise<ProxyResult> {
  const child = await spawnCodex({ ...options, killGraceMs: KILL_GRACE_MS });
  if ('kind' in child) return child;
  const stop = () => void child.stop();
  if (options.signal.aborted) stop();
  options.signal.addEventListener('abort', stop, { once: true });
  try {
    return await relay(child, options);
  } finally {
    options.signal.removeEventListener('abort', stop);
  }
}

async function relay(child: ManagedChild, options: OutputSchemaProxyOptions): Promise<ProxyResult> {
  const { stdin, stdout, stderr } = options;
  const decoder =
    options.decode === undefined
      ? null
      : new AnswerDecoder({ decode: options.decode, notice: options.notice });
  const detector = options.isVersionUnknown ? new VersionDetector() : null;
  const injector = new SchemaInjector({
    schema: options.schema,
    onInjected: (id) => {
      detector?.assertSupported();
      decoder?.expect(id);
    },
  });
  let rejection: TurnRejection | null = null;
  // An error of a stream without another listener would end this process.
  for (const stream of [stdin, stdout, stderr]) stream.on('error', () => undefined);

  const up = pipeline(stdin, through(injector), child.process.stdin).then(
    () => endAfterEof(child),
    (error: unknown) => {
      // If codex exited first, there is nothing to stop.
      if (error instanceof TurnRejectedError) rejection = error.rejection;
      void child.stop();
    },
  );
  const last = [detector, decoder].flatMap((stage) => (stage === null ? [] : [through(stage)]));
  const down = pipeline([child.process.stdout, ...last, stdout], { end: false }).catch(() => {
    // The client has closed the stream.
    void child.stop();
  });
  const errors = pipeline(child.process.stderr, stderr, { end: false }).catch(() => {
    // stderr has been closed, and codex must not block on it.
    child.process.stderr.resume();
  });

  const exit = await child.exited;
  await Promise.race([Promise.all([down, errors]), untilQuiet(child, options)]);
  await child.settle();
  await down;
  stdin.destroy();
  await up;
  return rejection ?? exit;
}

function endAfterEof(child: ManagedChild): void {
  const cancel = startTimer(EOF_GRACE_MS, () => void child.stop());
  void child.exited.then(cancel);
}

/** Waits for a client that reads slowly, but not for a grandchild of codex that holds the pipe open. */
function untilQuiet(
  child: ManagedChild,
  { stdout, signal }: Pick<OutputSchemaProxyOptions, 'stdout' | 'signal'>,
): Promise<void> {
  return new Promise((resolve) => {
    // An abort does not wait for the client.
    signal.addEventListener('abort', () => resolve(), { once: true });
    if (signal.aborted) resolve();
    const timer = new SilenceTimer(QUIET_MS, () => {
      if (stdout.writableNeedDrain) return;
      timer.stop();
      resolve();
    });
    child.process.stdout.on('data', () => timer.touch());
    child.process.stdout.once('close', () => {
      timer.stop();
      resolve();
    });
  });
}

interface Stage {
  push(chunk: Buffer, emit: (bytes: Buffer) => void): void;
  end(emit: (bytes: Buffer) => void): void;
}

function through(stage: Stage): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      guarded(callback, () => stage.push(chunk, (bytes) => this.push(bytes)));
    },
    flush(callback) {
      guarded(callback, () => stage.end((bytes) => this.push(bytes)));
    },
  });
}

function guarded(callback: TransformCallback, act: () => void): void {
  try {
    act();
  } catch (error) {
    callback(error instanceof Error ? error : new Error(String(error)));
    return;
  }
  callback();
}

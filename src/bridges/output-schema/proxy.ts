import type { Buffer } from 'node:buffer';
import { type Readable, Transform, type TransformCallback, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { CodexInstallation, Environment } from '../../codex/installation.js';
import type { CodecResult } from '../../diagnostics/schema-results.js';
import type { JsonValue } from '../../json/value.js';
import type { SpawnFailedFailure, UnsupportedFailure } from '../../outcome/outcome.js';
import { spawnCodex } from '../../transports/exec/spawn.js';
import type { ExitStatus, ManagedChild } from '../../transports/process/managed-child.js';
import { SilenceTimer, startTimer } from '../../transports/process/timer.js';
import { AnswerDecoder } from './answer-decoder.js';
import { PositionalParamsError, SchemaInjector, TurnTooLongError } from './schema-injector.js';
import { SchemaUnsupportedError, VersionDetector } from './version-detector.js';

/** How long codex may take to exit once its client has closed its stdin; it needs no more than moments. */
const EOF_GRACE_MS = 10_000;
/** How long it may take to exit after SIGTERM. */
const KILL_GRACE_MS = 3_000;
/** How long its stdout, which somebody else holds open, may be silent once it has exited. */
const QUIET_MS = 250;

export interface OutputSchemaProxyOptions {
  readonly codex: CodexInstallation;
  /** What follows `codex`, `app-server` included. */
  readonly args: readonly string[];
  readonly env: Environment;
  readonly cwd: string;
  /** Given to each `turn/start` that has none, as JSON text. */
  readonly schema: string;
  /** From the wire's form into the author's; absent: messages stay as they are. */
  readonly decode?: (wireValue: JsonValue) => CodecResult;
  /** Which codex it is has to be learned from what it says, before a turn is passed on. */
  readonly isVersionUnknown: boolean;
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** Ends codex. */
  readonly signal: AbortSignal;
  /** Gets sentences for people. */
  readonly notice: (sentence: string) => void;
}

/** How it ended: as codex did, or because the bridge could not go on. */
export type ProxyResult =
  | ExitStatus
  | SpawnFailedFailure
  | UnsupportedFailure
  | { readonly kind: 'broken'; readonly message: string };

/**
 * Runs `codex app-server` between a client and ourselves, until one of them ends: the client's end of input is
 * codex's, and codex's end is ours.
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
  const watch = options.isVersionUnknown ? new VersionDetector() : null;
  const injector = new SchemaInjector({
    schema: options.schema,
    onInjected: (id) => {
      watch?.assertSupported();
      decoder?.expect(id);
    },
  });
  let broken: UnsupportedFailure | { readonly kind: 'broken'; readonly message: string } | null = null;
  // An error of a stream that has no other listener any more would end this process.
  for (const stream of [stdin, stdout, stderr]) stream.on('error', () => undefined);

  const up = pipeline(stdin, through(injector), child.process.stdin).then(
    () => endAfterEof(child),
    (error: unknown) => {
      // Where codex went first there is nobody left to stop.
      if (error instanceof SchemaUnsupportedError) broken = error.failure;
      if (error instanceof TurnTooLongError || error instanceof PositionalParamsError) {
        broken = { kind: 'broken', message: error.message };
      }
      void child.stop();
    },
  );
  const last = [watch, decoder].flatMap((stage) => (stage === null ? [] : [through(stage)]));
  const down = pipeline([child.process.stdout, ...last, stdout], { end: false }).catch(() => {
    // The client reads no more: it is gone.
    void child.stop();
  });
  const said = pipeline(child.process.stderr, stderr, { end: false }).catch(() => {
    // Nobody reads it any more; codex must not wait for them.
    child.process.stderr.resume();
  });

  const exit = await child.exited;
  await Promise.race([Promise.all([down, said]), untilQuiet(child, options)]);
  await child.settle();
  await down;
  stdin.destroy();
  await up;
  return broken ?? exit;
}

function endAfterEof(child: ManagedChild): void {
  const cancel = startTimer(EOF_GRACE_MS, () => void child.stop());
  void child.exited.then(cancel);
}

/** A client that is slow to read is waited for; a grandchild of codex that holds the pipe open is not. */
function untilQuiet(
  child: ManagedChild,
  { stdout, signal }: Pick<OutputSchemaProxyOptions, 'stdout' | 'signal'>,
): Promise<void> {
  return new Promise((resolve) => {
    // Whoever ends us does not want to wait for the client either.
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

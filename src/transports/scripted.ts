import { abortCause, Supervisor } from '../codex/process/supervisor.js';
import type { StartFailure, TurnRequest } from '../codex/turn-request.js';
import type { ThreadEvent } from '../events/event.js';
import { TurnReader } from '../events/turn-reader.js';
import type { StopCause, TurnEvidence } from '../outcome/evidence.js';
import { createRedactor } from '../outcome/redact/redactor.js';
import type { Transport } from './transport.js';

/** What codex does in one turn of a script. */
export interface ScriptedTurn {
  /** What codex writes to stdout: events, or text or bytes. */
  readonly stdout?: readonly ThreadEvent[] | string | Uint8Array;
  /** What codex writes to stderr. Default: nothing. */
  readonly stderr?: string;
  /** The exit code of codex. Default 0, or null with `signal`. */
  readonly exitCode?: number | null;
  /** The signal that killed codex. Default: null. */
  readonly signal?: string | null;
  /** The cause, if codex was stopped from outside. */
  readonly stop?: StopCause;
  /** Whether codex was still running after its last event. Default: false. */
  readonly lingered?: boolean;
  /** Set if the app server exited during the turn. */
  readonly serverEnded?: true;
  /** The reported duration, in milliseconds. Default: 0. */
  readonly durationMs?: number;
  /** The version that codex reports. Default: null. */
  readonly codexVersion?: string | null;
  /** Called after the output and awaited before the exit. An abort or a time limit ends the wait. */
  readonly before?: (request: TurnRequest) => Promise<void> | void;
}

/** A turn, a failure to start one, or a function of the request and its number (from 0) that returns either. */
export type Script =
  | ScriptedTurn
  | StartFailure
  | ((request: TurnRequest, index: number) => ScriptedTurn | StartFailure);

/** A transport that starts no process and records its requests. */
export interface ScriptedTransport extends Transport {
  /** The requests so far, in order. */
  readonly requests: readonly TurnRequest[];
}

/**
 * Creates a transport that plays a script instead of running codex, for tests of programs that use this library.
 *
 * @param scripts - one per turn, in order; the last is played for every further turn
 */
export function createScriptedTransport(...scripts: readonly [Script, ...Script[]]): ScriptedTransport {
  const requests: TurnRequest[] = [];
  return {
    name: 'scripted',
    requests,
    async runTurn(request) {
      const index = requests.push(request) - 1;
      const script = scripts[Math.min(index, scripts.length - 1)] ?? scripts[0];
      const turn = typeof script === 'function' ? script(request, index) : script;
      return 'kind' in turn ? turn : await play(turn, request);
    },
    async close() {},
  };
}

async function play(turn: ScriptedTurn, request: TurnRequest): Promise<TurnEvidence> {
  const { observe, limits, signal } = request;
  const reader = new TurnReader({
    maxLineBytes: limits.maxLineBytes,
    keepEvents: observe.keepEvents,
    redact: createRedactor(request.env, request.command.options.config),
    ...(observe.onEvent === undefined ? {} : { onEvent: observe.onEvent }),
  });
  observe.onStarted?.();
  const bytes = bytesOf(turn.stdout ?? []);
  observe.onBytes?.(bytes);
  reader.push(bytes);
  for (const line of linesOf(turn.stderr ?? '')) observe.onStderrLine?.(line);
  const stop = turn.before === undefined ? null : await waitForBefore(turn.before, request);
  reader.end();
  const killedBy = turn.signal ?? null;
  return {
    turn: reader.state(),
    events: reader.events,
    stop: turn.stop ?? stop ?? (signal?.aborted === true ? abortCause(signal) : null),
    exitCode: turn.exitCode === undefined ? (killedBy === null ? 0 : null) : turn.exitCode,
    signal: killedBy,
    stderr: turn.stderr ?? '',
    durationMs: turn.durationMs ?? 0,
    codexVersion: turn.codexVersion ?? null,
    lingered: turn.lingered ?? false,
    ...(turn.serverEnded === true ? { serverEnded: true } : {}),
  };
}

/** Waits for `before` under the limits and signal of a turn, and returns the cause if one of them ended the wait. */
async function waitForBefore(
  before: NonNullable<ScriptedTurn['before']>,
  request: TurnRequest,
): Promise<StopCause | null> {
  const { limits, signal } = request;
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const supervisor = new Supervisor({
    limits,
    elapsedMs: 0,
    stop: end,
    ...(signal === undefined ? {} : { signal }),
  });
  try {
    await Promise.race([before(request), ended]);
  } finally {
    supervisor.release();
  }
  return supervisor.cause;
}

function bytesOf(stdout: NonNullable<ScriptedTurn['stdout']>): Uint8Array {
  if (stdout instanceof Uint8Array) return stdout;
  const text =
    typeof stdout === 'string' ? stdout : stdout.map((event) => `${JSON.stringify(event)}\n`).join('');
  return Buffer.from(text);
}

function linesOf(text: string): readonly string[] {
  const lines = text.split('\n');
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

import { abortCause, Supervisor } from '../codex/process/supervise.js';
import type { StartFailure, TurnRequest } from '../codex/turn-request.js';
import type { ThreadEvent } from '../events/event.js';
import { TurnReader } from '../events/turn-reader.js';
import type { StopCause, TurnEvidence } from '../outcome/evidence.js';
import { createRedactor } from '../outcome/redact/redactor.js';
import type { Transport } from './transport.js';

/** What codex does in one turn of a script. */
export interface ScriptedTurn {
  /** codex's stdout: as events, or as text or bytes where they matter. */
  readonly stdout?: readonly ThreadEvent[] | string | Uint8Array;
  /** What codex writes to stderr. Default: nothing. */
  readonly stderr?: string;
  /** Default 0, or null where a signal is given. */
  readonly exitCode?: number | null;
  /** The signal that killed codex. Default: null. */
  readonly signal?: string | null;
  /** As if it had been ended from outside. */
  readonly stop?: StopCause;
  /** Whether codex was still running after its last event. Default: false. */
  readonly lingered?: boolean;
  /** As if the app server had ended under the turn. */
  readonly serverEnded?: true;
  /** How long the turn takes to report, in milliseconds. Default: 0. */
  readonly durationMs?: number;
  /** The version that codex reports. Default: null. */
  readonly codexVersion?: string | null;
  /** What comes before the exit, after the output. An abort or a time limit ends the wait for it. */
  readonly before?: (request: TurnRequest) => Promise<void> | void;
}

/** A turn, a failure to start one, or a function of the request and its number (from 0) that gives either. */
export type Script =
  | ScriptedTurn
  | StartFailure
  | ((request: TurnRequest, index: number) => ScriptedTurn | StartFailure);

/** A transport that starts nothing, and remembers what it was asked. */
export interface ScriptedTransport extends Transport {
  /** The requests so far, in order. */
  readonly requests: readonly TurnRequest[];
}

/**
 * For tests of programs that use this library: plays a script instead of running codex.
 *
 * @param scripts one a turn, in order; the last is played for every further turn.
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
  const stop = turn.before === undefined ? null : await untilOver(turn.before, request);
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

/** Waits for what comes before the exit, but no longer than a codex would be waited for: gives why it ended. */
async function untilOver(
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

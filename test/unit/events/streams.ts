import { Buffer } from 'node:buffer';
import { TurnReader, type TurnReaderOptions } from '../../../src/events/turn-reader.js';
import type { Notice, NoticeKind, TurnState } from '../../../src/events/turn-state.js';

/** Lines of a stream, as codex writes them. */
export const threadStarted = '{"type":"thread.started","thread_id":"t-1"}';
export const turnStarted = '{"type":"turn.started"}';
export const turnCompleted = '{"type":"turn.completed","usage":{"input_tokens":10,"output_tokens":5}}';

export function turnFailed(message: string): string {
  return JSON.stringify({ type: 'turn.failed', error: { message } });
}

export function error(message: string): string {
  return JSON.stringify({ type: 'error', message });
}

export function item(fields: object, stage = 'completed'): string {
  return JSON.stringify({ type: `item.${stage}`, item: { id: 'item_1', ...fields } });
}

export function message(text: unknown, phase?: string): string {
  return item({ type: 'agent_message', text, ...(phase === undefined ? {} : { phase }) });
}

export function command(status: string, exitCode: number | null, output = 'out\n'): string {
  const stage = status === 'in_progress' ? 'started' : 'completed';
  return item(
    { type: 'command_execution', command: 'ls', aggregated_output: output, exit_code: exitCode, status },
    stage,
  );
}

/** The state after these lines, each with its line feed. */
export function read(lines: readonly (string | Uint8Array)[], options: TurnReaderOptions = {}): TurnState {
  return readBytes(stream(lines), options);
}

export function stream(lines: readonly (string | Uint8Array)[]): Buffer {
  return Buffer.concat(lines.flatMap((line) => [Buffer.from(line), Buffer.from('\n')]));
}

export function readBytes(bytes: Uint8Array, options: TurnReaderOptions = {}): TurnState {
  const reader = new TurnReader(options);
  reader.push(bytes);
  reader.end();
  return reader.state();
}

/** The same through the reader that parses every line. */
export function readWatched(bytes: Uint8Array, options: TurnReaderOptions = {}): TurnState {
  return readBytes(bytes, { ...options, onEvent: () => undefined });
}

export function notice(state: TurnState, kind: NoticeKind): Notice | undefined {
  return state.notices.find((candidate) => candidate.kind === kind);
}

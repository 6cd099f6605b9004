import { Buffer } from 'node:buffer';
import { EventScanner } from './event-scanner.js';
import { startOfContent } from './parse-line.js';
import type { TurnAccumulator } from './turn-accumulator.js';

const OPEN_OBJECT = 0x7b;

/**
 * Records what the beginning of a line says that was dropped for its length.
 *
 * codex writes the types before the content, so a huge command output is recognized and has no effect. If the line
 * may have decided the turn, the turn must not be judged without it.
 */
export function noteOversizedLine(turn: TurnAccumulator, head: Buffer, firstOfStream: boolean): void {
  const start = startOfContent(head, 0, head.length, firstOfStream);
  // A line that does not start as an object is not an event.
  if (start < head.length && head[start] !== OPEN_OBJECT && head[start] !== 0x1b) return;
  const scanner = new EventScanner();
  scanner.scan(Buffer.concat([head.subarray(start), Buffer.from('\n')]), 0);
  const { eventType, itemStage, itemType } = scanner;
  if (itemStage === 'item.completed' && itemType === 'agent_message') turn.noteDropped('message');
  else if (itemStage !== null && itemType !== null) {
    turn.addContentlessItem(itemStage, itemType, scanner.status, scanner.exitCode);
  } else if (eventType !== null && itemStage === null && !scanner.contentMatters)
    turn.addUnknownEvent(eventType);
  else turn.noteDropped('unknown');
}

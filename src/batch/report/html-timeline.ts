import type { ThreadEvent } from '../../events/event.js';
import { currentItemType, isFailedItem } from '../../events/item-types.js';
import { type Fields, fieldsOf, stringOf } from '../../json/fields.js';
import { tryStringify } from '../../json/try-stringify.js';
import { clip } from '../../text/clip.js';
import { plural } from '../../text/plural.js';
import type { TimelineEntry } from './page-data.js';
import { block, clipBlock, oneLine } from './text.js';

const MOST_ENTRIES = 200;
const TITLE_LENGTH = 300;
const BODY_LENGTH = 4000;
/** Of all bodies of a task together. */
const BODIES_LENGTH = 100_000;

type Redact = (text: string) => string;

/** What codex did, step by step. Long streams lose their middle, long outputs their end; the entries say so. */
export function buildTimeline(events: readonly ThreadEvent[], redact: Redact): readonly TimelineEntry[] {
  const entries: TimelineEntry[] = [];
  let room = BODIES_LENGTH;
  for (const event of withoutMiddle(withoutPreludes(events))) {
    const entry = typeof event === 'number' ? cut(event) : entryOf(event, redact);
    if (entry === null) continue;
    const body = clipBlock(entry.body, Math.max(0, Math.min(BODY_LENGTH, room)));
    room -= Math.min(body.length, BODY_LENGTH);
    entries.push({ ...entry, title: clip(oneLine(entry.title), TITLE_LENGTH), body });
  }
  return entries;
}

/** An item is reported when it starts, changes and ends: only its last report is told. */
function withoutPreludes(events: readonly ThreadEvent[]): ThreadEvent[] {
  const last = new Map<string, ThreadEvent>();
  let turn = 0;
  const keyOf = (event: ThreadEvent) => {
    if (event.type === 'turn.started') turn += 1;
    const id = stringOf(itemOf(event)?.['id']);
    // codex counts the items of each turn from 0.
    return id === null ? null : `${turn}:${id}`;
  };
  const keys = events.map(keyOf);
  events.forEach((event, at) => {
    const key = keys[at];
    if (key) last.set(key, event);
  });
  return events.filter((event, at) => {
    const key = keys[at];
    return !key || last.get(key) === event;
  });
}

/** A number stands for so many events that were left out. */
function withoutMiddle(events: readonly ThreadEvent[]): (ThreadEvent | number)[] {
  if (events.length <= MOST_ENTRIES) return [...events];
  const half = MOST_ENTRIES / 2;
  return [...events.slice(0, half), events.length - MOST_ENTRIES, ...events.slice(-half)];
}

const EMPTY = { title: '', body: '', status: '', failed: false };

function cut(count: number): TimelineEntry {
  return { ...EMPTY, what: 'cut', label: '', title: `${plural(count, 'event')} left out here` };
}

function entryOf(event: ThreadEvent, redact: Redact): TimelineEntry | null {
  const fields = fieldsOf(event) ?? {};
  const item = itemOf(event);
  if (item !== null) return itemEntry(item, event.type, redact);
  const trouble = (message: unknown) => redact(stringOf(message) ?? '');
  switch (event.type) {
    case 'thread.started':
      return { ...EMPTY, what: 'turn', label: 'thread', title: stringOf(fields['thread_id']) ?? '' };
    case 'turn.started':
      return { ...EMPTY, what: 'turn', label: 'turn started' };
    case 'turn.completed':
      return { ...EMPTY, what: 'turn', label: 'turn completed', title: usageWords(fields['usage']) };
    case 'turn.failed': {
      const title = trouble(fieldsOf(fields['error'])?.['message']);
      return { ...EMPTY, what: 'trouble', label: 'turn failed', title, failed: true };
    }
    case 'error':
      return { ...EMPTY, what: 'trouble', label: 'error', title: trouble(fields['message']), failed: true };
    default:
      return { ...EMPTY, what: 'turn', label: oneLine(event.type), body: asJson(fields, redact) };
  }
}

function itemEntry(item: Fields, eventType: string, redact: Redact): TimelineEntry {
  const type = currentItemType(stringOf(item['type']) ?? 'item');
  const status = statusOf(item, eventType);
  const failed = isFailedItem(item['status'], item['exit_code']);
  const text = (name: string) => redact(stringOf(item[name]) ?? '');
  const label = type.replaceAll('_', ' ');
  switch (type) {
    case 'agent_message':
      return { ...EMPTY, what: 'message', label: 'message', body: block(text('text')) };
    case 'reasoning':
      return { ...EMPTY, what: 'thought', label, body: block(text('text')) };
    case 'error':
      return { ...EMPTY, what: 'trouble', label, title: text('message'), failed: true };
    case 'command_execution': {
      const body = block(text('aggregated_output')).trimEnd();
      return { what: 'work', label: 'command', title: text('command'), body, status, failed };
    }
    case 'mcp_tool_call': {
      const { id: _id, type: _type, server: _server, tool: _tool, status: _status, ...rest } = item;
      const title = `${text('server')} ${text('tool')}`;
      return { what: 'work', label: 'tool', title, body: asJson(rest, redact), status, failed };
    }
    case 'web_search':
      return { ...EMPTY, what: 'work', label, title: text('query'), status, failed };
    default: {
      const { id: _id, type: _type, status: _status, ...rest } = item;
      return { ...EMPTY, what: 'work', label, body: asJson(rest, redact), status, failed };
    }
  }
}

function statusOf(item: Fields, eventType: string): string {
  const exit = item['exit_code'];
  if (typeof exit === 'number') return `exit ${exit}`;
  if (eventType !== 'item.completed') return 'never completed';
  const status = stringOf(item['status']) ?? '';
  return status === 'completed' ? '' : oneLine(status);
}

function itemOf(event: ThreadEvent): Fields | null {
  return event.type.startsWith('item.') ? fieldsOf(fieldsOf(event)?.['item']) : null;
}

function usageWords(usage: unknown): string {
  const { input_tokens: input, output_tokens: output } = fieldsOf(usage) ?? {};
  if (typeof input !== 'number' || typeof output !== 'number') return '';
  return `${plural(input, 'token')} in, ${plural(output, 'token')} out`;
}

function asJson(fields: Fields, redact: Redact): string {
  const names = Object.keys(fields).filter((name) => name !== 'type');
  if (names.length === 0) return '';
  const compact = tryStringify(Object.fromEntries(names.map((name) => [name, fields[name]])));
  if (compact === null) return 'nested too deeply to be shown';
  return redact(compact.length > BODY_LENGTH ? compact : JSON.stringify(JSON.parse(compact), null, 2));
}

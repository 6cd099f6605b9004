import { type Fields, fieldsOf, stringOf } from '../json/fields.js';
import type { ThreadEvent } from './event.js';
import { currentItemType } from './item-types.js';

/**
 * One JSON value of the stream as an event, under today's names; `oldest` for the `{"id","msg"}` shape of
 * codex before 0.30; null where it is no event at all.
 */
export function readEvent(value: unknown): ThreadEvent | 'oldest' | null {
  const fields = fieldsOf(value);
  if (fields === null) return null;
  if (typeof fields['type'] === 'string') return withCurrentNames(fields, fields['type']);
  return typeof fieldsOf(fields['msg'])?.['type'] === 'string' ? 'oldest' : null;
}

/** Old spellings gain today's fields beside their own, so that nothing of what codex said is lost. */
function withCurrentNames(event: Fields, type: string): ThreadEvent {
  if (type === 'session.created') {
    return { ...event, type: 'thread.started', thread_id: event['thread_id'] ?? event['session_id'] };
  }
  const item = fieldsOf(event['item']);
  if (item === null) return event as ThreadEvent;
  const oldType = itemTypeOf(item);
  if (oldType === null || oldType === item['type']) return event as ThreadEvent;
  return { ...event, type, item: { ...item, type: oldType } };
}

/** The type of an item under today's name, whatever codex called it; null where it has none. */
export function itemTypeOf(item: Fields): string | null {
  const type = stringOf(item['type']) ?? stringOf(item['item_type']);
  return type === null ? null : currentItemType(type);
}

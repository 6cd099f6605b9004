import { type Fields, fieldsOf, stringOf } from '../json/fields.js';
import type { ThreadEvent } from './event.js';
import { currentItemType } from './item-types.js';

/**
 * Returns a JSON value of the stream as an event with the current names; `oldest` for the `{"id","msg"}` shape of
 * codex before 0.30; null if it is not an event.
 */
export function readEvent(value: unknown): ThreadEvent | 'oldest' | null {
  const fields = fieldsOf(value);
  if (fields === null) return null;
  if (typeof fields['type'] === 'string') return withCurrentNames(fields, fields['type']);
  return typeof fieldsOf(fields['msg'])?.['type'] === 'string' ? 'oldest' : null;
}

/** Adds the current fields to old spellings and keeps the old ones, so that nothing is lost. */
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

/** Returns the current name of an item's type; null if it has none. */
export function itemTypeOf(item: Fields): string | null {
  const type = stringOf(item['type']) ?? stringOf(item['item_type']);
  return type === null ? null : currentItemType(type);
}

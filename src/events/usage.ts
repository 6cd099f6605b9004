import { fieldsOf } from '../json/fields.js';
import type { Usage } from './event.js';

/** Releases add counts over time; a stream cannot make this grow without end. */
const MAX_COUNTS = 32;

/** The numbers among the fields, known here or not; null where there are no fields. */
export function readUsage(value: unknown): Usage | null {
  const fields = fieldsOf(value);
  if (fields === null) return null;
  const counts = Object.entries(fields).filter(([, count]) => typeof count === 'number' && count >= 0);
  return Object.fromEntries(counts.slice(0, MAX_COUNTS));
}

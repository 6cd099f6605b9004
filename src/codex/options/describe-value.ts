import { clip } from '../../text/clip.js';

const MAX_LENGTH = 60;

/** Describes any value on one short line, for messages. Never throws. */
export function describeValue(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return clip(JSON.stringify(value), MAX_LENGTH);
    case 'bigint':
      return `${clip(String(value), MAX_LENGTH)}n`;
    case 'number':
    case 'boolean':
    case 'undefined':
    case 'symbol':
      return clip(String(value), MAX_LENGTH);
    case 'function':
      return 'a function';
    case 'object':
      if (value === null) return 'null';
      return Array.isArray(value) ? `an array of ${value.length}` : 'an object';
  }
}

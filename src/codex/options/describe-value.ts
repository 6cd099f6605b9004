const MAX_LENGTH = 60;

/** Describes any value on one short line, for messages. Never throws. */
export function describeValue(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return shortened(JSON.stringify(value));
    case 'bigint':
      return `${shortened(String(value))}n`;
    case 'number':
    case 'boolean':
    case 'undefined':
    case 'symbol':
      return shortened(String(value));
    case 'function':
      return 'a function';
    case 'object':
      if (value === null) return 'null';
      return Array.isArray(value) ? `an array of ${value.length}` : 'an object';
  }
}

function shortened(text: string): string {
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH)}…`;
}

import type { Redact } from './redactor.js';
import { HIDDEN } from './secret-words.js';

/** How much of the previous line is considered: after `Authorization: Bearer` at its end, the next word is a secret. */
const CONTEXT_LENGTH = 200;

const BEGIN = /-----BEGIN (?:[A-Z0-9]{1,16} ){0,4}PRIVATE KEY(?: BLOCK)?-----/;
const END = /^.*-----END (?:[A-Z0-9]{1,16} ){0,4}PRIVATE KEY(?: BLOCK)?-----/;
const BODY = /^[A-Za-z0-9+/=\s:,.-]*$/;

/** Redacts a stream line by line, including secrets that span several lines. */
export function createLineRedactor(redact: Redact): Redact {
  let before = '';
  let isInKey = false;
  return (line) => {
    if (isInKey) {
      const rest = END.test(line) ? line.replace(END, '') : null;
      isInKey = rest === null && BODY.test(line);
      if (isInKey) return HIDDEN;
      if (rest !== null) return `${HIDDEN}${redact(rest)}`;
    }
    const both = redact(`${before}\n${line}`);
    const lineFeed = both.indexOf('\n');
    before = line.slice(-CONTEXT_LENGTH);
    isInKey = BEGIN.test(line) && !/-----END /.test(line);
    return lineFeed === -1 || line.includes('\n') ? redact(line) : both.slice(lineFeed + 1);
  };
}

import type { Redact } from './redactor.js';
import { HIDDEN } from './secret-words.js';

/** What of the line before is looked at: `Authorization: Bearer` at its end makes a secret of the next word. */
const CONTEXT_LENGTH = 200;

const BEGIN = /-----BEGIN (?:[A-Z0-9]{1,16} ){0,4}PRIVATE KEY(?: BLOCK)?-----/;
const END = /^.*-----END (?:[A-Z0-9]{1,16} ){0,4}PRIVATE KEY(?: BLOCK)?-----/;
const BODY = /^[A-Za-z0-9+/=\s:,.-]*$/;

/** Redacts a stream line by line, also secrets that go over several lines. */
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

import { positionAt } from './position.js';
import type { JsonProblem } from './problem.js';

/** Describes a problem in one sentence, with its place. `subject` names the text, such as "The answer". */
export function describeProblem(text: string, problem: JsonProblem, subject: string): string {
  const { line, column } = positionAt(text, problem.offset);
  const place = `line ${line}, column ${column}`;
  switch (problem.reason) {
    case 'bom':
      return `${subject} begins with a byte order mark, which JSON does not allow.`;
    case 'fenced':
      return `${subject} is a Markdown code fence instead of JSON (${place}).`;
    case 'trailing_data':
      return `${subject} has more text after its JSON value (${place}).`;
    case 'number_out_of_range':
      return `${subject} has a number that is too large for a double (${place}).`;
    case 'duplicate_key': {
      const first = positionAt(text, problem.firstOffset ?? 0);
      return `${subject} has the key ${quoteKey(problem.key ?? '')} twice in one object (${place}; first at line ${first.line}, column ${first.column}).`;
    }
    case 'too_deep':
      return `${subject} is nested too deep (${place}): expected ${problem.expected}.`;
    case 'truncated':
      return `${subject} is incomplete (${place}): expected ${problem.expected}.`;
    case 'syntax':
      return `${subject} is not valid JSON (${place}): expected ${problem.expected}.`;
  }
}

/** Returns a key in quotes. It is cut, because a hostile key could fill the screen. */
export function quoteKey(key: string, length = 80): string {
  return JSON.stringify(key.length > length ? `${key.slice(0, length)}…` : key);
}

import { HIDDEN } from './secret-words.js';

/** The shortest part of a secret at the edge of a line that is hidden. */
const SHORTEST_HALF = 8;

/**
 * Hides parts of known secrets in a text that was cut or wrapped: the beginning of a secret at the end of a line (or
 * before an ellipsis), and its end at the beginning of a line. Takes linear time, since each edge is looked up.
 */
export class PartialSecrets {
  readonly #beginnings = new Map<string, string[]>();
  readonly #ends = new Map<string, string[]>();

  constructor(secrets: readonly string[]) {
    for (const secret of secrets) {
      for (let length = SHORTEST_HALF; length < secret.length; length += 1) {
        const beginning = secret.slice(0, length);
        push(this.#beginnings, beginning.slice(-SHORTEST_HALF), beginning);
        const end = secret.slice(-length);
        push(this.#ends, end.slice(0, SHORTEST_HALF), end);
      }
    }
  }

  hide(text: string): string {
    if (this.#beginnings.size === 0) return text;
    return text.replace(/[^\r\n…]+/g, (line) => this.#hideAtStart(this.#hideAtEnd(line)));
  }

  #hideAtEnd(line: string): string {
    const shown = line.trimEnd();
    const half = longest(this.#beginnings.get(shown.slice(-SHORTEST_HALF)), (one) => shown.endsWith(one));
    if (half === null) return line;
    return `${shown.slice(0, -half.length)}${HIDDEN}${line.slice(shown.length)}`;
  }

  #hideAtStart(line: string): string {
    const shown = line.trimStart();
    const half = longest(this.#ends.get(shown.slice(0, SHORTEST_HALF)), (one) => shown.startsWith(one));
    if (half === null) return line;
    return `${line.slice(0, line.length - shown.length)}${HIDDEN}${shown.slice(half.length)}`;
  }
}

/** Longer values are not secrets of an environment, and their parts would fill the memory. */
const LONGEST_SECRET = 1024;

function push(map: Map<string, string[]>, key: string, value: string): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

function longest(halves: readonly string[] | undefined, fits: (half: string) => boolean): string | null {
  if (halves === undefined) return null;
  return halves.filter(fits).sort((a, b) => b.length - a.length)[0] ?? null;
}

/** Returns the secrets whose parts are hidden. */
export function cuttable(secrets: readonly string[]): readonly string[] {
  return secrets.filter(({ length }) => length > SHORTEST_HALF && length <= LONGEST_SECRET);
}

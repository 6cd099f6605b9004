import { rareSyntax } from '../../dialect/pattern-syntax.js';

/** Whether a pattern can go on the wire: understood everywhere, and quick to check. */
export function isPortablePattern(source: string): boolean {
  return rareSyntax(source) === undefined && isTame(source) && compiled(source) !== undefined;
}

/** A pattern for property names, as far as it can be applied without danger. */
export class NamePattern {
  readonly #regex: RegExp | undefined;

  constructor(readonly source: string) {
    this.#regex = isTame(source) ? compiled(source) : undefined;
  }

  /** Whether a name matches; undefined: not known, because the pattern could take forever or is none. */
  matches(name: string): boolean | undefined {
    return this.#regex === undefined || name.length > 256 ? undefined : this.#regex.test(name);
  }
}

/** No repeated groups, no back-references, few repetitions: cannot backtrack for long on a short name. */
function isTame(source: string): boolean {
  if (/\)[*+{]|\\[1-9k]/.test(source)) return false;
  return (source.match(/[*+]|\{\d+,\d*\}/g)?.length ?? 0) <= 3;
}

function compiled(source: string): RegExp | undefined {
  try {
    return new RegExp(source, 'u');
  } catch {
    // Valid for other engines, perhaps; then nobody here knows what it matches.
    return undefined;
  }
}

import { rareSyntax } from '../../dialect/pattern-syntax.js';

/** Whether a pattern can be in the wire schema: supported by all engines, and fast. */
export function isPortablePattern(source: string): boolean {
  return rareSyntax(source).size === 0 && isTame(source) && compiled(source) !== undefined;
}

/** A pattern for property names, which is only applied if it is certain to be fast. */
export class NamePattern {
  readonly #regex: RegExp | undefined;

  constructor(readonly source: string) {
    this.#regex = isTame(source) ? compiled(source) : undefined;
  }

  /** Whether a name matches; undefined if that is unknown, because the pattern may be slow or is invalid. */
  matches(name: string): boolean | undefined {
    return this.#regex === undefined || name.length > 256 ? undefined : this.#regex.test(name);
  }
}

/** Without repeated groups and back-references, a pattern with few repetitions is fast on a short name. */
function isTame(source: string): boolean {
  if (/\)[*+{]|\\[1-9k]/.test(source)) return false;
  return (source.match(/[*+]|\{\d+,\d*\}/g)?.length ?? 0) <= 3;
}

function compiled(source: string): RegExp | undefined {
  try {
    return new RegExp(source, 'u');
  } catch {
    // The pattern may be valid for another engine.
    return undefined;
  }
}

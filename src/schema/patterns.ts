/**
 * A regular expression of a schema, compiled; undefined where JavaScript cannot read it.
 *
 * JSON Schema wants Unicode semantics; patterns that only work without them (`\-`, `\_`) are common all the
 * same, and have one meaning.
 */
export function compilePattern(source: string): RegExp | undefined {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(source, flags);
    } catch {
      // Not valid with these flags; undefined says so where none are left.
    }
  }
  return undefined;
}

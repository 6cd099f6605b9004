/** Escapes of letters that mean something. Without the `u` flag JavaScript reads any other as the letter. */
const onlyKnownEscapes = /^(?:[^\\]|\\[^A-Za-z]|\\[bBcdDfknpPrsStuvwWx])*$/s;

/**
 * A regular expression of a schema, compiled; undefined where it is none that ECMA 262 defines.
 *
 * JSON Schema wants Unicode semantics; patterns that only work without them (`\-`, `\_`) are common all the
 * same, and have one meaning. `\Z` and `\a` of other engines are refused: they would match the letter.
 */
export function compilePattern(source: string): RegExp | undefined {
  return tryCompile(source, 'u') ?? (onlyKnownEscapes.test(source) ? tryCompile(source, '') : undefined);
}

function tryCompile(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}

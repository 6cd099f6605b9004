/**
 * Parses a URL, or returns undefined if it is none. `URL.canParse` is not used: once Node 20 has optimized the call,
 * it refuses URLs with characters from U+0080 to U+00FF.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

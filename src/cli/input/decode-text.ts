/**
 * Text of a prompt: UTF-8, or UTF-16 where a byte order mark says so (as codex reads it). The mark is taken off.
 *
 * @returns null where the bytes are not such text
 */
export function decodeText(bytes: Uint8Array): string | null {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

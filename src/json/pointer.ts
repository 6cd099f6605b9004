/** Appends a token to an RFC 6901 pointer. */
export function pointerTo(parent: string, token: string | number): string {
  return typeof token === 'number'
    ? `${parent}/${token}`
    : `${parent}/${token.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** Returns the decoded tokens of an RFC 6901 pointer; `''` has none. */
export function pointerTokens(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

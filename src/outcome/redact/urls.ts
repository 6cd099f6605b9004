import { HIDDEN, looksRandom } from './secret-words.js';

/** `scheme://user:password@`, also with the slashes that JSON text may escape. */
const USERINFO = /\b([a-z][a-z0-9+.-]{1,30}:(?:\\{0,2}\/){2})([^\s/?#"'`<>\\]{1,1024})@/gi;
/** The same after a path was made of it, which leaves one slash. */
const USERINFO_OF_PATH = /\b((?:https?|wss?|ftps?|ssh|git):\\{0,2}\/)([^\s/?#"'`<>\\@]{1,1024})@/gi;
/** The same as a parameter of another URL. */
const ENCODED_USERINFO = /(%3A%2F%2F)([^\s/?#"'`<>\\&%]{1,256}%3A[^\s/?#"'`<>\\&]{1,512}?)(%40)/gi;

const NAMES = [
  '[a-z0-9_.-]{0,40}(?:key|token|secret|signature|password|passwd|credential)',
  'sig|auth|jwt|pass|pwd|sas|code|session(?:_?id)?|code_verifier|(?:client_)?assertion|otp',
].join('|');

/** Parameters that hold secrets, in a query, a fragment or a form, their `&` in HTML or JSON too. */
const PARAMETER = new RegExp(`([?&;#]|\\\\u0026)(${NAMES})=([^\\s&#"'\`<>\\\\;,)}\\]]{1,4096})`, 'gi');
const ENCODED_PARAMETER = new RegExp(`(%3F|%26)(${NAMES})(%3D)([^\\s&#"'\`<>\\\\;%]{1,4096})`, 'gi');

/** Shorter values are not secrets, such as in `?code=404` and `?key=name`. */
const SHORTEST_VALUE = 4;
const SHORTEST_CODE = 8;
/** Of a key that might be a word, such as the name of a column. */
const SHORTEST_KEY = 12;

/** Hides user and password in URLs, and the parameters that hold secrets. */
export function hideInUrls(text: string): string {
  const isUrl = text.includes(':/') || text.includes(':\\');
  const shown = isUrl ? text.replace(USERINFO, hideUserinfo).replace(USERINFO_OF_PATH, hideUserinfo) : text;
  return shown
    .replace(ENCODED_USERINFO, `$1${HIDDEN}$3`)
    .replace(PARAMETER, (whole, mark: string, name: string, value: string) =>
      isSecret(name, value) ? `${mark}${name}=${HIDDEN}` : whole,
    )
    .replace(ENCODED_PARAMETER, (whole, mark: string, name: string, equals: string, value: string) =>
      isSecret(name, value) ? `${mark}${name}${equals}${HIDDEN}` : whole,
    );
}

/** Hides user and password, and a user alone that may be a token: `git` is not, a long random name may be. */
function hideUserinfo(whole: string, scheme: string, userinfo: string): string {
  const isSecretive = userinfo.includes(':') || (userinfo !== HIDDEN && looksRandom(userinfo));
  return isSecretive ? `${scheme}${HIDDEN}@` : whole;
}

function isSecret(name: string, value: string): boolean {
  // The closing bracket is not part of the value.
  if (value.startsWith(HIDDEN.slice(0, -1))) return false;
  if (/^key$/i.test(name) && value.length < SHORTEST_KEY && !looksRandom(value)) return false;
  return value.length >= (/^(?:code|session)$/i.test(name) ? SHORTEST_CODE : SHORTEST_VALUE);
}

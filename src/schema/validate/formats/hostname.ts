import { parseUrl } from '../../parse-url.js';
import { decodePunycode } from './punycode.js';

const longestName = 253;
const longestLabel = 63;
const asciiLabel = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i;

/** RFC 1123, with the A-labels of RFC 5890. */
export function isHostname(text: string): boolean {
  return isName(text.split('.'), (label) => asciiLabel.test(label));
}

/** RFC 5890; the full stops of other scripts separate labels too. */
export function isIdnHostname(text: string): boolean {
  return isName(text.split(/[.\u3002\uFF0E\uFF61]/), (label) => asciiLabel.test(label) || isULabel(label));
}

function isName(labels: readonly string[], isLabel: (label: string) => boolean): boolean {
  const decoded = labels.map((label) => (/^xn--/i.test(label) ? decodeALabel(label) : label));
  if (!labels.every(isLabel) || decoded.includes(undefined)) return false;
  const encoded = decoded.every((label) => asciiLabel.test(label ?? '')) ? labels : encode(decoded.join('.'));
  if (encoded === undefined) return false;
  return encoded.every(({ length }) => length <= longestLabel) && encoded.join('.').length <= longestName;
}

/** An A-label must be what its U-label is encoded to. */
function decodeALabel(label: string): string | undefined {
  const decoded = decodePunycode(label.slice(4));
  if (decoded === undefined || !isULabel(decoded)) return undefined;
  return encode(decoded)?.join('.') === label.toLowerCase() ? decoded : undefined;
}

/** `URL` encodes, and checks most of the joiners (RFC 5892 appendix A) on the way; nothing checks RFC 5893. */
function encode(name: string): string[] | undefined {
  return parseUrl(`http://${name}`)?.hostname.split('.');
}

// RFC 5892, section 2: letters and digits that are lower case and in their normal form, …
const letterOrDigit =
  /^(?:[\p{Ll}\p{Lo}\p{Lm}\p{Mn}\p{Mc}\p{Nd}\u00B7\u0375\u05F3\u05F4\u30FB\u06FD\u06FE\u0F0B\u3007-]|\u200C|\u200D)+$/u;
// … but for these (2.6).
const disallowed = /[\u0640\u07FA\u302E\u302F\u3031-\u3035\u303B]/u;

// RFC 5892, appendix A.3 to A.9: characters that need company.
const misplaced: readonly RegExp[] = [
  /(?<!l)\u00B7|\u00B7(?!l)/u,
  /\u0375(?!\p{Script=Greek})/u,
  /(?<!\p{Script=Hebrew})[\u05F3\u05F4]/u,
  /[\u0660-\u0669].*[\u06F0-\u06F9]|[\u06F0-\u06F9].*[\u0660-\u0669]/u,
];
const katakanaMiddleDot = '\u30FB';
const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;

function isULabel(label: string): boolean {
  if (/^[\x00-\x7F]*$/.test(label) || !letterOrDigit.test(label) || disallowed.test(label)) return false;
  if (/^-|-$|^..--|^\p{M}/u.test(label)) return false;
  if (label !== label.normalize('NFKC').toLowerCase().normalize('NFKC')) return false;
  if (misplaced.some((rule) => rule.test(label))) return false;
  return !label.includes(katakanaMiddleDot) || japanese.test(label.replaceAll(katakanaMiddleDot, ''));
}

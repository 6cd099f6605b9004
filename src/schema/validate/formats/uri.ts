import { fullFormats } from 'ajv-formats/dist/formats.js';

/** Which characters beyond ASCII may stand in the parts of a reference. */
interface Alphabet {
  /** `ucschar` of RFC 3987. */
  readonly letters: string;
  /** `iprivate`, in queries only. */
  readonly inQuery: string;
}

const ascii: Alphabet = { letters: '', inQuery: '' };
const international: Alphabet = {
  letters:
    '\\u{A0}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFEF}' +
    Array.from({ length: 14 }, (_, i) => plane(i + 1, i + 1 === 14 ? 0x1000 : 0)).join(''),
  inQuery: '\\u{E000}-\\u{F8FF}\\u{F0000}-\\u{FFFFD}\\u{100000}-\\u{10FFFD}',
};

function plane(number: number, from: number): string {
  const hex = (offset: number): string => `\\u{${(number * 0x10000 + offset).toString(16)}}`;
  return `${hex(from)}-${hex(0xfffd)}`;
}

interface Grammar {
  readonly userinfo: RegExp;
  readonly name: RegExp;
  readonly path: RegExp;
  readonly query: RegExp;
  readonly fragment: RegExp;
}

/** RFC 3986 with its characters, or those of RFC 3987. */
function grammar({ letters, inQuery }: Alphabet): Grammar {
  const part = (more: string): RegExp =>
    new RegExp(`^(?:[A-Za-z0-9\\-._~!$&'()*+,;=${letters}${more}]|%[0-9A-Fa-f]{2})*$`, 'u');
  return {
    userinfo: part(':'),
    name: part(''),
    path: part(':@\\/'),
    query: part(`:@\\/?${inQuery}`),
    fragment: part(':@\\/?'),
  };
}

const uriGrammar = grammar(ascii);
const iriGrammar = grammar(international);

export const isUri = (text: string): boolean => isReference(text, uriGrammar, true);
export const isUriReference = (text: string): boolean => isReference(text, uriGrammar, false);
export const isIri = (text: string): boolean => isReference(text, iriGrammar, true);
export const isIriReference = (text: string): boolean => isReference(text, iriGrammar, false);

// RFC 3986, appendix B: takes any text apart.
const parts = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s;

function isReference(text: string, rules: Grammar, absolute: boolean): boolean {
  const found = parts.exec(text);
  if (found === null) return false;
  const [, scheme, authority, path = '', query = '', fragment = ''] = found;
  if (scheme === undefined ? absolute : !/^[A-Za-z][A-Za-z0-9+\-.]*$/.test(scheme)) return false;
  if (authority !== undefined && !isAuthority(authority, rules)) return false;
  // Without a scheme, a colon in the first segment would have made one.
  if (scheme === undefined && authority === undefined && /^[^/]*:/.test(path)) return false;
  return rules.path.test(path) && rules.query.test(query) && rules.fragment.test(fragment);
}

function isAuthority(authority: string, rules: Grammar): boolean {
  const found = /^(?:([^@]*)@)?(\[[^\]]*\]|[^:@[\]]*)(?::(\d*))?$/s.exec(authority);
  if (found === null) return false;
  const [, userinfo = '', host = ''] = found;
  if (!rules.userinfo.test(userinfo)) return false;
  return host.startsWith('[') ? isIpLiteral(host.slice(1, -1)) : rules.name.test(host);
}

function isIpLiteral(address: string): boolean {
  if (/^v[0-9a-f]+\.[a-z0-9\-._~!$&'()*+,;=:]+$/i.test(address)) return true;
  return fullFormats.ipv6 instanceof RegExp && fullFormats.ipv6.test(address);
}

const variable =
  '(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})(?:\\.?(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2}))*(?::[1-9]\\d{0,3}|\\*)?';

/** RFC 6570, with the apostrophe that its errata add to the literals. */
export const uriTemplate = new RegExp(
  `^(?:[!#$&-;=?-\\[\\]_a-z~\\u{A0}-\\u{10FFFF}]|%[0-9A-Fa-f]{2}|\\{[+#./;?&=,!@|]?${variable}(?:,${variable})*\\})*$`,
  'u',
);

import { fullFormats } from 'ajv-formats/dist/formats.js';
import { isHostname } from './hostname.js';

const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]";
const quotedText = '[\\x20-\\x21\\x23-\\x5B\\x5D-\\x7E]|\\\\[\\x20-\\x7E]';

/** RFC 5321, section 4.1.2. */
const local = new RegExp(`^(?:${atom}+(?:\\.${atom}+)*|"(?:${quotedText})*")$`);

// RFC 6531 adds everything beyond ASCII, on both sides.
const beyond = '[^\\x00-\\x7F]';
const internationalLocal = new RegExp(
  `^(?:(?:${atom}|${beyond})+(?:\\.(?:${atom}|${beyond})+)*|"(?:${quotedText}|${beyond})*")$`,
  'u',
);
const internationalDomain = /^(?:[a-z0-9]|[^\x00-\x7F])(?:[a-z0-9.-]|[^\x00-\x7F])*$/iu;

export function isEmail(text: string): boolean {
  return isMailbox(text, local, isHostname);
}

/** The domain is held to its characters only: RFC 6531 lets it be anything that becomes a host name. */
export function isIdnEmail(text: string): boolean {
  return isMailbox(
    text,
    internationalLocal,
    (domain) => internationalDomain.test(domain) && !/^\.|\.\.|\.$/.test(domain),
  );
}

function isMailbox(text: string, user: RegExp, isDomain: (domain: string) => boolean): boolean {
  const at = text.lastIndexOf('@');
  if (at === -1) return false;
  const domain = text.slice(at + 1);
  return user.test(text.slice(0, at)) && (isAddressLiteral(domain) || isDomain(domain));
}

function isAddressLiteral(domain: string): boolean {
  const address = /^\[(IPv6:)?(.*)\]$/is.exec(domain);
  if (address === null) return false;
  const format = address[1] === undefined ? fullFormats.ipv4 : fullFormats.ipv6;
  return format instanceof RegExp && format.test(address[2] ?? '');
}

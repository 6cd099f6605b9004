import { Buffer } from 'node:buffer';

/** Fewer bytes of base64 occur in many texts. */
const SHORTEST_FOR_BASE64 = 8;

/** Returns the encodings of a secret: plain, JSON text, JSON text in JSON text, URL, base64. */
export function encodedForms(secret: string): readonly string[] {
  const forms = new Set([secret]);
  const escaped = inJson(secret);
  for (const text of [escaped, inJson(escaped), inAsciiJson(secret), inHtmlSafeJson(secret)]) forms.add(text);
  // Half of a surrogate pair has no UTF-8, and so neither encoding.
  if (!/[\ud800-\udfff]/u.test(secret)) {
    for (const text of inUrl(secret)) forms.add(text);
    for (const text of inBase64(secret)) forms.add(text);
  }
  return [...forms];
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function inAsciiJson(text: string): string {
  return inJson(text).replace(/[^\x00-\x7f]/g, unicodeEscape);
}

/** As Go writes it. */
function inHtmlSafeJson(text: string): string {
  return inJson(text).replace(/[<>&]/g, unicodeEscape);
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function inUrl(text: string): readonly string[] {
  const component = encodeURIComponent(text);
  const strict = component.replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  const forms = [component, strict, strict.replaceAll('%20', '+'), encodeURI(text)];
  return forms.flatMap((form) => [form, form.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())]);
}

/**
 * Base64 of the secret alone, and the part that stays the same wherever the secret stands in a longer text: three
 * bytes make four characters, so there are three ways to begin.
 */
function inBase64(text: string): readonly string[] {
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length < SHORTEST_FOR_BASE64) return [];
  const whole = [bytes.toString('base64'), bytes.toString('base64url')];
  const inside = [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const end = (before + bytes.length) % 3 === 0 ? encoded.length : encoded.length - 1;
    return encoded.slice(before === 0 ? 0 : before + 1, end);
  });
  return [...whole, ...inside, ...inside.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'))];
}

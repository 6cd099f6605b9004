/** What XML 1.0 has no place for, escaped or not: control characters, halves of surrogate pairs, U+FFFE, U+FFFF. */
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udfff]/gu;

/** Text from outside as the content of an XML element. */
export function xmlText(text: string): string {
  // A carriage return would be read as a line feed.
  return text.replace(FORBIDDEN, '\ufffd').replace(/[&<>\r]/g, reference);
}

/** As an attribute's value, with its quotes; there, white space that is not escaped is read as spaces. */
export function xmlAttribute(text: string): string {
  return `"${text.replace(FORBIDDEN, '\ufffd').replace(/[&<>"\t\n\r]/g, reference)}"`;
}

function reference(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}

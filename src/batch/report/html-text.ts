import { wellFormed } from './text.js';

/** Text from outside in HTML, also inside a quoted attribute. */
export function htmlText(text: string): string {
  return wellFormed(text)
    .replaceAll('\0', '\ufffd')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/**
 * JSON on one line that may stand in a `script` element: without `<` nothing can end the element or begin a
 * comment in it, and halves of surrogate pairs, which UTF-8 has no form for, are escaped by `JSON.stringify`.
 */
export function embeddedJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replace(/[\u2028\u2029\ufeff]/g, (character) => `\\u${character.charCodeAt(0).toString(16)}`);
}

import { clip } from '../../text/clip.js';
import { oneLine, wellFormed } from './text.js';

/**
 * Text from outside as it may stand in a cell of a table: nothing in it is markup, HTML, a link, a formula or
 * the end of the cell.
 *
 * @param length - in UTF-16 code units, before it is escaped
 */
export function markdownText(text: string, length: number): string {
  return (
    clip(wellFormed(oneLine(text)), length)
      .replace(/[&<>]/g, (character) => ENTITIES[character] ?? character)
      // An escaped `:` or dot makes no link of an address.
      .replace(/[\\`*_[\]|~@$#!]|:(?=\/\/)|(?<=www)\./gi, '\\$&')
  );
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

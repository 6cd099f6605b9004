import { quoteKey } from '../../json/explain.js';
import { maxDepth } from '../../json/max-depth.js';
import { FormatError } from './format-error.js';
import type { SourceMember, SourceNode } from './source-node.js';

/** JSON text, and the places of its keys and values in the author's text. */
export interface WrittenJson {
  readonly text: string;
  /** Offset of a key, an element or the root in `text` → its offset in the author's text. */
  readonly origins: ReadonlyMap<number, number>;
}

/** With aliases, a few lines can become larger than memory. */
const mostNodes = 200_000;
const mostCharacters = 16 * 1024 * 1024;

/**
 * Writes a value as JSON in the author's order.
 *
 * @throws {FormatError}
 */
export function writeJson(root: SourceNode): WrittenJson {
  const writer = new Writer();
  writer.write(root, 0);
  return { text: writer.text(), origins: writer.origins };
}

class Writer {
  readonly origins = new Map<number, number>();
  readonly #parts: string[] = [];
  #length = 0;
  #nodes = 0;

  text(): string {
    return this.#parts.join('');
  }

  write(node: SourceNode, depth: number): void {
    if (++this.#nodes > mostNodes || this.#length > mostCharacters) {
      throw new FormatError('too_deep', 'is too large with its aliases written out', node.offset);
    }
    if (depth > maxDepth) throw new FormatError('too_deep', 'is nested too deep', node.offset);
    if (depth === 0) this.#begin(node.offset);
    switch (node.kind) {
      case 'scalar':
        this.#put(node.json);
        break;
      case 'array':
        this.#array(node.items(), depth);
        break;
      case 'object':
        this.#object(node.members(), depth);
    }
  }

  #array(items: Iterable<SourceNode>, depth: number): void {
    let separator = '[';
    for (const item of items) {
      this.#put(separator);
      separator = ',';
      this.#begin(item.offset);
      this.write(item, depth + 1);
    }
    this.#put(separator === '[' ? '[]' : ']');
  }

  #object(members: Iterable<SourceMember>, depth: number): void {
    const seen = new Map<string, number>();
    let separator = '{';
    for (const { name, offset, value } of members) {
      const first = seen.get(name);
      if (first !== undefined) {
        throw new FormatError(
          'duplicate_key',
          `has the key ${quoteKey(name)} twice in one object`,
          offset,
          first,
        );
      }
      seen.set(name, offset);
      this.#put(separator);
      separator = ',';
      this.#begin(offset);
      this.#put(`${JSON.stringify(name)}:`);
      this.write(value(), depth + 1);
    }
    this.#put(separator === '{' ? '{}' : '}');
  }

  #begin(offset: number): void {
    this.origins.set(this.#length, offset);
  }

  #put(text: string): void {
    this.#parts.push(text);
    this.#length += text.length;
  }
}

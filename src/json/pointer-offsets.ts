import { pointerTokens } from './pointer.js';
import { scanValue } from './scan.js';
import { skipWhitespace } from './tokens.js';

/** Finds places of a valid JSON text by RFC 6901 pointer. */
export interface PointerIndex {
  /** The offset of a member's name, or of an element's or the root's value; undefined where nothing is. */
  offsetOf(pointer: string): number | undefined;
}

interface Place {
  readonly offset: number;
  readonly children: Map<string, Place>;
}

/** Reads the text once; each question afterwards costs as much as its pointer is long. */
export function createPointerIndex(text: string): PointerIndex {
  const root: Place = { offset: skipWhitespace(text, 0), children: new Map() };
  const open: { place: Place; nextIndex: number | undefined }[] = [];
  let current = root;
  let keyStart = 0;
  let key = '';
  scanValue(text, 0, {
    key(start, end) {
      keyStart = start;
      key = JSON.parse(text.slice(start, end));
    },
    value(start) {
      const parent = open.at(-1);
      if (parent === undefined) return;
      const inArray = parent.nextIndex !== undefined;
      current = { offset: inArray ? start : keyStart, children: new Map() };
      parent.place.children.set(inArray ? String(parent.nextIndex) : key, current);
      if (parent.nextIndex !== undefined) parent.nextIndex++;
    },
    open(kind) {
      open.push({ place: current, nextIndex: kind === 'array' ? 0 : undefined });
    },
    close() {
      open.pop();
    },
  });

  return {
    offsetOf(pointer) {
      let place: Place | undefined = root;
      for (const token of pointerTokens(pointer)) place = place?.children.get(token);
      return place?.offset;
    },
  };
}

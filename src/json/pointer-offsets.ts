import { pointerTokens } from './pointer.js';
import { scanValue } from './scan.js';
import { skipWhitespace } from './tokens.js';

/** Finds places in a valid JSON text by RFC 6901 pointer. */
export interface PointerIndex {
  /** Returns the offset of a member's name, or of the value of an element or the root; undefined if there is none. */
  offsetOf(pointer: string): number | undefined;
}

interface Place {
  readonly offset: number;
  readonly children: Map<string, Place>;
}

/** Scans the text once; a lookup then takes time linear in the length of its pointer. */
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

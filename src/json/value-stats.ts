import { maxDepth } from './max-depth.js';
import type { JsonValue } from './value.js';

/** What the fast path of the strict parser needs to know about a parsed value. */
export interface ValueStats {
  /** Members of all objects together. */
  readonly members: number;
  readonly tooDeep: boolean;
  /** Whether a number is too large for a double. */
  readonly outOfRange: boolean;
  /** Integers beyond ±(2^53 − 1), however they were written. */
  readonly unsafeNumbers: number;
}

/** Counts over a whole value without recursion; stops early if the value is unusable. */
export function valueStats(root: JsonValue): ValueStats {
  let members = 0;
  let unsafeNumbers = 0;
  let level: readonly JsonValue[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    const below: JsonValue[] = [];
    for (const value of level) {
      if (typeof value === 'number') {
        if (!Number.isFinite(value)) return { members, tooDeep: false, outOfRange: true, unsafeNumbers };
        if (Number.isInteger(value) && !Number.isSafeInteger(value)) unsafeNumbers++;
      } else if (typeof value === 'object' && value !== null) {
        if (depth === maxDepth) return { members, tooDeep: true, outOfRange: false, unsafeNumbers };
        const children: readonly JsonValue[] = Array.isArray(value) ? value : Object.values(value);
        if (!Array.isArray(value)) members += children.length;
        for (const child of children) {
          if (typeof child === 'number' || (typeof child === 'object' && child !== null)) below.push(child);
        }
      }
    }
    level = below;
  }
  return { members, tooDeep: false, outOfRange: false, unsafeNumbers };
}

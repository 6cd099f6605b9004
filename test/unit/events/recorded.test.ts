import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { notice, readBytes, readWatched } from './streams.js';

const folder = new URL('../../fixtures/streams/', import.meta.url);
const recorded = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));

describe('streams recorded from codex', () => {
  it('are there', () => {
    expect(recorded.length).toBeGreaterThan(20);
  });

  it.each(recorded)('hold no line and no name that is not known: %s', (name) => {
    const bytes = readFileSync(new URL(name, folder));
    const state = readBytes(bytes);
    expect(notice(state, 'unparsable_line')).toBeUndefined();
    expect(notice(state, 'unknown_event')).toBeUndefined();
    expect(state.sawEvent).toBe(bytes.length > 0);
    expect(readWatched(bytes)).toEqual(state);
  });
});

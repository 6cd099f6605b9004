import type { ThreadEvent } from '../../src/events/event.js';

/** Reads events until one of this type has come, without leaving: a loop that is left ends what it reads. */
export async function untilEvent(events: AsyncIterable<ThreadEvent>, type: string): Promise<void> {
  const iterator = events[Symbol.asyncIterator]();
  while (true) {
    const { done, value } = await iterator.next();
    if (done === true) throw new Error(`The events ended without ${type}.`);
    if (value.type === type) return;
  }
}

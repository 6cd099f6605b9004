/**
 * Wraps a generator whose reader may leave while it waits. A generator handles `return` and `throw` only when its
 * current `await` settles, which may take forever; this iterator reports them at once.
 *
 * @param leftWaiting - called if the reader leaves while the generator waits
 */
export function interruptibleIterator<T>(
  generator: AsyncGenerator<T, void, void>,
  leftWaiting: () => void,
): AsyncIterableIterator<T, void, void> {
  let waiting = 0;
  const leaving = () => {
    if (waiting > 0) leftWaiting();
  };
  const iterator: AsyncIterableIterator<T, void, void> & AsyncDisposable = {
    next: () => {
      waiting += 1;
      return generator.next().finally(() => {
        waiting -= 1;
      });
    },
    return: () => {
      leaving();
      return generator.return();
    },
    throw: (error: unknown) => {
      leaving();
      return generator.throw(error);
    },
    [Symbol.asyncIterator]: () => iterator,
    [Symbol.asyncDispose]: async () => {
      await iterator.return?.();
    },
  };
  return iterator;
}

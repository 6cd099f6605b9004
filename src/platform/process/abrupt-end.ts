import { onExit } from 'signal-exit';

/**
 * Runs a synchronous cleanup if this process exits before the returned function is called: by `process.exit`, an
 * uncaught error, or a signal without a handler. A signal with a handler, as in our command line, runs only the handler.
 */
export function onAbruptEnd(cleanup: () => void): () => void {
  return onExit(() => {
    cleanup();
  });
}

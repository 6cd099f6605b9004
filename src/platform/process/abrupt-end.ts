import { onExit } from 'signal-exit';

/**
 * Runs a cleanup (synchronous) if this process ends before it is taken back: by `process.exit`, by an
 * uncaught error, or by a signal that nobody here handles. Where somebody does, as our command line does,
 * that one decides.
 */
export function onAbruptEnd(cleanup: () => void): () => void {
  return onExit(() => {
    cleanup();
  });
}

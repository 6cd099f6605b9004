import type { UnsupportedFailure } from '../../outcome/outcome.js';

/** Thrown if the caller rejects a thread after codex has opened it. */
export class ThreadRejectedError extends Error {
  override readonly name = 'ThreadRejectedError';

  constructor(readonly failure: UnsupportedFailure) {
    super(failure.message);
  }
}

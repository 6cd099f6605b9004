import type { UnsupportedFailure } from '../../outcome/outcome.js';

/** codex opened a thread, but not one in which the turns can run as asked. */
export class ThreadRejectedError extends Error {
  override readonly name = 'ThreadRejectedError';

  constructor(readonly failure: UnsupportedFailure) {
    super(failure.message);
  }
}

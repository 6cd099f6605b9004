import type { UnsupportedFailure } from '../../outcome/outcome.js';

/** A thread was opened, but is none that its turns could do with. */
export class ThreadUnfit extends Error {
  override readonly name = 'ThreadUnfit';

  constructor(readonly failure: UnsupportedFailure) {
    super(failure.message);
  }
}

import type { RetryWait } from '../../run/turns/turns-options.js';

/** How a batch is shown: by one of two, or not at all. */
export interface ProgressDisplay {
  /** Something has been counted. */
  changed(): void;
  retry(wait: RetryWait): void;
  clear(): void;
  end(): void;
}

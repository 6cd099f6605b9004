import type { RetryWait } from '../../run/turns/turns-options.js';
import { clip } from '../../text/clip.js';
import { formatDuration } from '../../text/duration.js';
import type { Messenger } from '../output/messenger.js';
import type { Observer } from './observer.js';

const WIDTH = 300;

/** One line, also where no progress is shown: a run that waits must not look like one that hangs. */
export function retryTeller(observer: Observer, messenger: Messenger): (retry: RetryWait) => void {
  return ({ kind, message, waitMs, retry, of }) => {
    observer.clear();
    messenger.error(
      `${clip(`${kind}: ${message}`, WIDTH)} Retrying in ${formatDuration(waitMs)} (${retry} of ${of}).`,
    );
  };
}

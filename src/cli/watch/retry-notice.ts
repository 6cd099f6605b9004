import type { RetryWait } from '../../run/turns/turns-options.js';
import { clip } from '../../text/clip.js';
import type { Messenger } from '../output/messenger.js';
import type { Observer } from './observer.js';

const WIDTH = 300;

/** One line, also where no progress is shown: a run that waits must not look like one that hangs. */
export function retryNotice(observer: Observer, messenger: Messenger): (retry: RetryWait) => void {
  return ({ kind, message, waitMs, retry, of }) => {
    observer.clear();
    messenger.error(`${clip(`${kind}: ${message}`, WIDTH)} Again in ${spell(waitMs)} (${retry} of ${of}).`);
  };
}

function spell(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${Math.ceil(ms / 1000)} s`;
}

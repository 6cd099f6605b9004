import type { TimelineEntry } from '../page-data.js';
import { el } from './elements.js';

/** What codex did, as a list along a line. */
export function timelineView(events: readonly TimelineEntry[]): HTMLElement {
  return el('ol', { class: 'timeline' }, ...events.map(entryView));
}

function entryView({ what, label, title, body, status, failed }: TimelineEntry): HTMLElement {
  const text = (className: string, content: string) =>
    content === '' ? null : el('span', { class: className }, content);
  const head = el(
    'p',
    {},
    text('label', label),
    text('title', title),
    text(failed ? 'status bad' : 'status', status),
  );
  const code = body === '' ? null : el('pre', { tabindex: '0', role: 'group', 'aria-label': label }, body);
  return el('li', { class: `event ${what}${failed ? ' failed' : ''}` }, head, code);
}

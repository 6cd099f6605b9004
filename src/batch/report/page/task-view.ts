import type { TaskDetail } from '../page-data.js';
import { el } from './elements.js';
import { jsonView } from './json-view.js';
import { timelineView } from './timeline-view.js';

/** All that is known of one task. */
export function taskView(detail: TaskDetail): HTMLElement {
  const { message, advice, value, texts, stderr, events } = detail;
  return el(
    'div',
    { class: 'detail' },
    message === null ? null : el('p', { class: 'message' }, message),
    ...advice.map((sentence) => el('p', { class: 'advice' }, sentence)),
    violations(detail),
    value === null ? null : section('Answer', jsonView(value, 'Answer')),
    ...texts.map(({ name, text }) => section(name, plain(text, name))),
    notices(detail),
    attempts(detail),
    events.length === 0 ? null : section('What codex did', timelineView(events)),
    stderr === '' ? null : section('stderr', plain(stderr, 'stderr')),
    facts(detail),
  );
}

function section(title: string, content: HTMLElement): HTMLElement {
  return el('section', {}, el('h4', {}, title), content);
}

function plain(text: string, label: string): HTMLElement {
  return el('pre', { tabindex: '0', role: 'group', 'aria-label': label }, text);
}

function violations({ violations }: TaskDetail): HTMLElement | null {
  if (violations.length === 0) return null;
  const items = violations.map(({ pointer, message }) =>
    el('li', {}, el('code', {}, pointer), ` ${message}`),
  );
  return section('What does not conform', el('ul', { class: 'plain' }, ...items));
}

function notices({ notices }: TaskDetail): HTMLElement | null {
  if (notices.length === 0) return null;
  const items = notices.map(({ kind, message, count, excerpts }) =>
    el(
      'li',
      {},
      el('code', {}, kind),
      ` ${message}${count > 1 ? ` (${count} times)` : ''}`,
      ...excerpts.map((excerpt) => el('pre', {}, excerpt)),
    ),
  );
  return section('Notices', el('ul', { class: 'plain' }, ...items));
}

/** One attempt says nothing that the task itself does not. */
function attempts({ attempts }: TaskDetail): HTMLElement | null {
  if (attempts.length < 2) return null;
  const items = attempts.map(({ kind, tone, why, took }) =>
    el(
      'li',
      {},
      el('span', { class: `dot ${tone}`, 'aria-hidden': 'true' }),
      ` ${kind}, ${took}`,
      why === '' ? null : el('span', { class: 'muted' }, ` (${why})`),
    ),
  );
  return section('Attempts', el('ol', { class: 'plain' }, ...items));
}

function facts({ facts }: TaskDetail): HTMLElement {
  const pairs = facts.map(({ name, text }) => el('div', {}, el('dt', {}, name), el('dd', {}, text)));
  return el('dl', { class: 'facts' }, ...pairs);
}

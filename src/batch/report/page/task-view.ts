import type { TaskDetail, TimelineEntry } from '../page-data.js';
import { el } from './elements.js';

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

/** Colours cost time and memory; nobody reads so much of one value. */
const COLOURED_LENGTH = 50_000;
const TOKEN = /"(?:[^"\\]|\\.)*"(\s*:)?|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/g;

/** JSON text in colours. */
function jsonView(text: string, label: string): HTMLPreElement {
  const pre = el('pre', { class: 'json', tabindex: '0', role: 'group', 'aria-label': label });
  const coloured = text.slice(0, COLOURED_LENGTH);
  let at = 0;
  for (const match of coloured.matchAll(TOKEN)) {
    const [token, colon] = match;
    const kind = colon !== undefined ? 'key' : token.startsWith('"') ? 'string' : 'word';
    const end = colon === undefined ? token.length : token.length - colon.length;
    pre.append(text.slice(at, match.index), el('span', { class: `json-${kind}` }, token.slice(0, end)));
    at = match.index + end;
  }
  pre.append(text.slice(at));
  return pre;
}

/** What codex did, as a list along a line. */
function timelineView(events: readonly TimelineEntry[]): HTMLElement {
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

/** The script of the HTML report: search, filter by kind, sorting, and a list of tasks that open. */
import { byId, el } from './elements.js';
import { entryOf, type Query, type Sorting, select } from './query.js';
import { TaskList, TaskStore } from './task-list.js';

/** Long enough for a word to be typed, too short to be noticed. */
const TYPING_MS = 90;

const tasks = new TaskStore();
const entries = tasks.rows.map(entryOf);
const list = new TaskList(tasks);
const search = byId('search', HTMLInputElement);
const sort = byId('sort', HTMLSelectElement);
const status = byId('status', HTMLElement);
const reset = byId('reset', HTMLButtonElement);
const kinds = new Set<string>();
const chips = chipsOf();

function chipsOf(): HTMLButtonElement[] {
  const counts = new Map<string, { tone: string; count: number }>();
  for (const { kind, tone } of tasks.rows) {
    counts.set(kind, { tone, count: (counts.get(kind)?.count ?? 0) + 1 });
  }
  const sorted = [...counts].sort(([, a], [, b]) => b.count - a.count);
  return sorted.map(([kind, { tone, count }]) => {
    const chip = el(
      'button',
      { type: 'button', class: 'chip', 'aria-pressed': 'false', 'data-kind': kind },
      el('span', { class: `dot ${tone}`, 'aria-hidden': 'true' }),
      `${kind} `,
      el('span', { class: 'count' }, count.toLocaleString('en-US')),
    );
    chip.addEventListener('click', () => {
      if (!kinds.delete(kind)) kinds.add(kind);
      show();
    });
    return chip;
  });
}

let typing: number | undefined;

function show(): void {
  // What was typed is shown now: another go would take the focus from the row that has it by then.
  clearTimeout(typing);
  const query: Query = { search: search.value, kinds, sorting: sort.value as Sorting };
  const rows = select(entries, query);
  list.show(rows);
  for (const chip of chips) chip.setAttribute('aria-pressed', String(kinds.has(chip.dataset['kind'] ?? '')));
  const [shown, all] = [rows.length, entries.length].map((number) => number.toLocaleString('en-US'));
  status.textContent = rows.length === entries.length ? `${all} tasks` : `${shown} of ${all} tasks`;
  reset.hidden = search.value === '' && kinds.size === 0;
}

function clear(): void {
  search.value = '';
  kinds.clear();
  show();
}

search.addEventListener('input', () => {
  clearTimeout(typing);
  typing = setTimeout(show, TYPING_MS);
});
sort.addEventListener('change', show);
reset.addEventListener('click', () => {
  clear();
  search.focus();
});
document.addEventListener('keydown', (event) => {
  const inField = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
  if (event.key === '/' && !inField && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    search.focus();
  } else if (event.key === 'Escape' && event.target === search) {
    clear();
  }
});

// Paper cannot be scrolled.
addEventListener('beforeprint', () => list.showAll());

byId('kinds', HTMLElement).append(...chips);
byId('tasks', HTMLElement).hidden = false;
show();

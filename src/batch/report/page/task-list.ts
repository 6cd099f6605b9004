import { formatDuration } from '../../../text/duration.js';
import type { TaskDetail, TaskRow } from '../page-data.js';
import { byId, el } from './elements.js';
import { taskView } from './task-view.js';

/** So many rows are made at once; the next ones when the reader comes near their place. */
const STEP = 100;

/** The list of tasks: rows are made as they are scrolled to, and filled as they are opened. */
export class TaskList {
  readonly #tasks: TaskStore;
  readonly #list = byId('list', HTMLOListElement);
  readonly #more = byId('more', HTMLButtonElement);
  /** Stay open while others are looked for. */
  readonly #open = new Set<TaskRow>();
  #rows: readonly TaskRow[] = [];
  #made = 0;

  constructor(tasks: TaskStore) {
    this.#tasks = tasks;
    this.#more.addEventListener('click', () => this.#make());
    const observer = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) this.#make();
      },
      { rootMargin: '600px' },
    );
    observer.observe(this.#more);
    this.#list.addEventListener('keydown', moveByArrow);
  }

  show(rows: readonly TaskRow[]): void {
    this.#rows = rows;
    this.#made = 0;
    this.#list.replaceChildren();
    this.#make();
  }

  /** Makes the rows that were not scrolled to. */
  showAll(): void {
    this.#make(this.#rows.length);
  }

  #make(count = STEP): void {
    const next = this.#rows.slice(this.#made, this.#made + count);
    this.#list.append(...next.map((row) => this.#item(row)));
    this.#made += next.length;
    const left = this.#rows.length - this.#made;
    this.#more.hidden = left === 0;
    this.#more.textContent = `Show ${Math.min(left, STEP)} more`;
  }

  #item(row: TaskRow): HTMLLIElement {
    const detailId = `task-${this.#tasks.number(row)}`;
    const button = el(
      'button',
      { type: 'button', class: 'row', 'aria-expanded': 'false', 'aria-controls': detailId },
      el('span', { class: `dot ${row.tone}`, 'aria-hidden': 'true' }),
      el('span', { class: 'id' }, row.id),
      el('span', { class: `kind ${row.tone}` }, row.kind),
      el('span', { class: 'time' }, row.ms === null ? '–' : formatDuration(row.ms)),
      el('span', { class: 'preview' }, row.preview),
    );
    const detail = el('div', { id: detailId });
    const open = (isOpen: boolean) => {
      if (isOpen && detail.firstChild === null) detail.append(taskView(this.#tasks.detail(row)));
      detail.hidden = !isOpen;
      button.setAttribute('aria-expanded', String(isOpen));
      if (isOpen) this.#open.add(row);
      else this.#open.delete(row);
    };
    open(this.#open.has(row));
    button.addEventListener('click', () => open(detail.hidden !== false));
    return el('li', {}, el('h3', {}, button), detail);
  }
}

/** Up and down go from row to row, as in any list. */
function moveByArrow(event: KeyboardEvent): void {
  const step = event.key === 'ArrowDown' ? 'nextElementSibling' : 'previousElementSibling';
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  if (!(event.target instanceof HTMLButtonElement)) return;
  const next = event.target.closest('li')?.[step]?.querySelector<HTMLButtonElement>('button.row');
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** The tasks as the page holds them: an element each, with the row on its first line and the rest on its second. */
export class TaskStore {
  readonly rows: readonly TaskRow[];
  readonly #elements: readonly HTMLScriptElement[];
  readonly #at = new Map<TaskRow, number>();

  constructor() {
    this.#elements = [...document.querySelectorAll<HTMLScriptElement>('script.task')];
    this.rows = this.#elements.map((element, at) => {
      const row: TaskRow = JSON.parse(this.#line(element, 0));
      this.#at.set(row, at);
      return row;
    });
  }

  /** What tells it apart in the page; results of different runs may have the same index. */
  number(row: TaskRow): number {
    return this.#at.get(row) ?? -1;
  }

  /** Read when it is asked for: what nobody opens costs nothing. */
  detail(row: TaskRow): TaskDetail {
    const element = this.#elements[this.number(row)];
    if (element === undefined) throw new Error('A row that is not of this page.');
    return JSON.parse(this.#line(element, 1));
  }

  #line({ textContent }: HTMLScriptElement, which: 0 | 1): string {
    const end = textContent.indexOf('\n');
    return which === 0 ? textContent.slice(0, end) : textContent.slice(end + 1);
  }
}

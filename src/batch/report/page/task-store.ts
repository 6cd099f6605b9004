import type { TaskDetail, TaskRow } from '../page-data.js';

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

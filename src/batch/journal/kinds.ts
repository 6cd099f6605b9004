import type { BatchResult } from '../batch-result.js';
import { isFinal, type ResultStatus } from './resume-policy.js';

export type DoneKind = BatchResult['kind'];

/** Kinds as the numbers that rows keep; negative where the task is to run again. */
export class Kinds {
  readonly #names: string[] = [];
  readonly #rerunFailed: boolean;

  constructor(rerunFailed: boolean) {
    this.#rerunFailed = rerunFailed;
  }

  note(ending: ResultStatus): number {
    const { kind } = ending;
    if (!this.#names.includes(kind)) this.#names.push(kind);
    const number = this.#names.indexOf(kind) + 1;
    const isDone = isFinal(ending) && (kind === 'ok' || !this.#rerunFailed);
    return isDone ? number : -number;
  }

  isOk(note: number): boolean {
    return this.#names[Math.abs(note) - 1] === 'ok';
  }

  finalKind(note: number): DoneKind | false {
    return note > 0 ? (this.#names[note - 1] as DoneKind) : false;
  }
}

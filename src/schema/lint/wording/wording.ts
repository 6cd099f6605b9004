import type { FindingArguments, FindingCode } from '../arguments.js';

export interface Wording<Arguments> {
  /** What the rule objects to, for the table in the documentation. */
  readonly about: string;
  /** What to do, for the table, and for a finding that has nothing more exact to say. */
  readonly fix: string;
  /** What is wrong at this place, in one sentence. */
  message(args: Arguments): string;
  /** What to do at this place. */
  hint?(args: Arguments): string;
}

export type WordingOf<Codes extends FindingCode> = {
  readonly [Code in Codes]: Wording<FindingArguments[Code]>;
};

/** For a keyword that can be left to the check of the answer. */
export const checkAfterwards = 'Leave it out, or let `--schema-mode adapt` check it on the answer.';

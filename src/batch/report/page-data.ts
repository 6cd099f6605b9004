/**
 * What the HTML report holds as data: the contract between what writes it and the script of the page. All
 * texts are bounded and without secrets.
 */
import type { ResultKind, Tone } from './outcome-tones.js';

/** What the list needs of a task; read for all of them when the page is opened. */
export interface TaskRow {
  readonly id: string;
  readonly index: number;
  readonly kind: ResultKind;
  readonly tone: Tone;
  /** How long the task took, in milliseconds; null where nothing ran. */
  readonly ms: number | null;
  /** One line of what came of it. */
  readonly preview: string;
  /** More that a search looks at, beside id, kind and preview. */
  readonly words: string;
}

/** What is shown of a task once it is opened; read only then. */
export interface TaskDetail {
  readonly message: string | null;
  /** Sentences about the failure: whether work may have run, whether another try makes sense. */
  readonly advice: readonly string[];
  readonly violations: readonly ViolationRow[];
  /** JSON, laid out. */
  readonly value: string | null;
  /** What else was said: the message that is no JSON, the work before it, candidates … */
  readonly texts: readonly Named[];
  readonly attempts: readonly AttemptRow[];
  readonly notices: readonly NoticeRow[];
  readonly facts: readonly Named[];
  readonly stderr: string;
  readonly events: readonly TimelineEntry[];
}

export interface Named {
  readonly name: string;
  readonly text: string;
}

export interface ViolationRow {
  readonly pointer: string;
  readonly message: string;
}

export interface AttemptRow {
  readonly kind: ResultKind;
  readonly tone: Tone;
  /** `retry after 2.0 s`, `repair`; empty for the first. */
  readonly why: string;
  readonly took: string;
}

export interface NoticeRow {
  readonly kind: string;
  readonly message: string;
  readonly count: number;
  readonly excerpts: readonly string[];
}

/** One step of what codex did. */
export interface TimelineEntry {
  readonly what: 'message' | 'thought' | 'work' | 'trouble' | 'turn' | 'cut';
  /** In a word or two: `command`, `turn completed`. */
  readonly label: string;
  /** One line: the command, the tool, the sentence. */
  readonly title: string;
  /** More lines, shown as they are; empty where there are none. */
  readonly body: string;
  /** `exit 1`, `failed`; empty where there is nothing to say. */
  readonly status: string;
  readonly failed: boolean;
}

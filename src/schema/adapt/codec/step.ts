import type { CodecResult } from '../../../diagnostics/schema-results.js';
import type { JsonValue } from '../../../json/value.js';
import { pointerFrom } from '../../dialect/site.js';

/** The path to a failure, from the root to the place itself. */
export interface Path {
  readonly segment: string | number;
  readonly below: Path | undefined;
}

/** Every way in which a run can fail, told apart by `kind`. */
export interface Failure {
  readonly ok: false;
  readonly reason: string;
  /** Relative to the given value, so that a remembered failure is valid wherever the value occurs. */
  readonly path: Path | undefined;
  /** The length of the path. */
  readonly depth: number;
  /** The value has another type, so this alternative cannot be the intended one. */
  readonly isMistyped?: true;
}

export type Step<T = JsonValue> = { readonly ok: true; readonly value: T } | Failure;

export function failure(reason: string): Failure {
  return { ok: false, reason, path: undefined, depth: 0 };
}

/** Returns the failure with a path that starts one level further out. */
export function failureInside(segment: string | number, failure: Failure): Failure {
  return { ...failure, path: { segment, below: failure.path }, depth: failure.depth + 1 };
}

/** The failure of a value of the wrong type. */
export function typeMismatch(what: string, value: JsonValue): Failure {
  return {
    ok: false,
    reason: `it should be ${what}, not ${typeName(value)}`,
    path: undefined,
    depth: 0,
    isMistyped: true,
  };
}

/** The failure of a value that is not in a list. */
export function notListed(): Failure {
  return {
    ok: false,
    reason: 'it is not one of the allowed values',
    path: undefined,
    depth: 0,
    isMistyped: true,
  };
}

/** Returns the failure of the alternative that was probably intended: the one that got further. */
export function likelierFailure(a: Failure, b: Failure): Failure {
  if (a.depth !== b.depth) return b.depth > a.depth ? b : a;
  return a.isMistyped === true && b.isMistyped === undefined ? b : a;
}

/** Runs a codec. A value nested deeper than the call stack allows is a failure like any other. */
export function toCodecResult(run: () => Step): CodecResult {
  let step: Step;
  try {
    step = run();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    step = failure('the value is nested too deep');
  }
  if (step.ok) return step;
  const segments: (string | number)[] = [];
  for (let path = step.path; path !== undefined; path = path.below) segments.push(path.segment);
  return { ok: false, reason: step.reason, pointer: pointerFrom(segments) };
}

function typeName(value: JsonValue): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

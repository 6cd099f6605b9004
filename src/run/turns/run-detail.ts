import type { Notice } from '../../events/turn-state.js';
import type { Attempt, Outcome } from '../../outcome/outcome.js';

/** Adds what only the whole run knows to an outcome: attempts, waits, and notices. */
export function withRunDetail<T>(
  outcome: Outcome<T>,
  attempts: readonly Attempt[],
  waitedMs: number,
  notices: readonly Notice[],
): Outcome<T> {
  if (!('detail' in outcome) || outcome.detail === undefined) return outcome;
  const { detail } = outcome;
  return {
    ...outcome,
    detail: {
      ...detail,
      attempts,
      durationMs: detail.durationMs + waitedMs,
      notices: [...detail.notices, ...notices],
    },
  };
}

export function notRetriedNotices(reasons: readonly string[]): readonly Notice[] {
  if (reasons.length === 0) return [];
  return [{ kind: 'not_asked_again', message: reasons.join(' '), count: reasons.length, excerpts: [] }];
}

export const RESTARTED: Notice = {
  kind: 'server_ended',
  message: 'The app server exited during the run; the run was restarted on another one.',
  count: 1,
  excerpts: [],
};

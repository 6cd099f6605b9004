import type { Notice } from '../../events/turn-state.js';
import type { Attempt, Outcome } from '../../outcome/outcome.js';

/** The outcome with what only the whole run knows: its attempts, its waits, why it did not go on. */
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
  message: 'The app server ended while this was under way; it was begun anew on another one.',
  count: 1,
  excerpts: [],
};

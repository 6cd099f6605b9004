import type { AnswerRules, AnswerVerdict } from './check-answer.js';
import { checkAnswer } from './check-answer.js';
import type { TurnEvidence } from './evidence.js';
import * as say from './messages.js';
import type { Failure, TurnError, UnsupportedFailure } from './outcome.js';
import { failureLine, processFailureCause } from './process-failure-cause.js';
import { retrySafetyOfKind, retrySafetyOfProcessFailure, retrySafetyOfTurnError } from './retry-safety.js';
import { startupFailureReason } from './startup-failure.js';
import { readTurnError } from './turn-error.js';

type WithoutDetail<F> = F extends Failure ? Omit<F, 'detail'> : never;

/** An outcome that still lacks its detail and the caller's own `parse`. */
export type Verdict = Extract<AnswerVerdict, { kind: 'ok' }> | WithoutDetail<Failure>;

/**
 * The one function that ranks the causes of failure, in the order of the outcome table: abort and timeout
 * (whichever came first), a stream in a shape that is not read, `turn_failed` (the event beats the exit
 * code, both ways), `process_failed`, `no_terminal`, a message that was withheld, then what is wrong with the message.
 */
export function classify(evidence: TurnEvidence, rules: AnswerRules): Verdict {
  return (
    stopped(evidence) ??
    oldestFormat(evidence) ??
    notStarted(evidence) ??
    turnFailed(evidence) ??
    processFailed(evidence) ??
    noTerminal(evidence) ??
    blocked(evidence) ??
    answered(evidence, rules)
  );
}

function stopped({ stop, turn }: TurnEvidence): Verdict | null {
  if (stop === null) return null;
  if (stop.kind === 'aborted') {
    const { signal } = stop;
    return {
      ok: false,
      kind: 'aborted',
      signal,
      message: say.abortedMessage(signal, turn.trailingError),
      ...retrySafetyOfKind('aborted'),
    };
  }
  const { limit, ms } = stop;
  return {
    ok: false,
    kind: 'timeout',
    limit,
    ms,
    message: say.timeoutMessage(limit, ms, turn.trailingError),
    ...retrySafetyOfKind('timeout'),
  };
}

function oldestFormat({ turn, codexVersion }: TurnEvidence): WithoutDetail<UnsupportedFailure> | null {
  if (turn.format !== 'oldest') return null;
  return {
    ok: false,
    kind: 'unsupported',
    capability: 'event_format',
    needs: 'codex 0.44.0 or newer',
    found: codexVersion ?? 'the {"id","msg"} events of an early codex',
    message:
      'This codex writes the {"id","msg"} events of an early release, which are not read; update codex.',
    ...retrySafetyOfKind('unsupported'),
  };
}

function turnFailed({ turn }: TurnEvidence): Verdict | null {
  const native = nativeTurnError(turn);
  if (native === undefined) return null;
  return turnFailure(readTurnError(native, turn.lastError), turn);
}

function turnFailure(error: TurnError, { sawWork }: TurnEvidence['turn']): Verdict {
  const message = say.turnFailedMessage(error);
  return { ok: false, kind: 'turn_failed', error, message, ...retrySafetyOfTurnError(error.code, sawWork) };
}

/** `turn.failed`'s own error, or the `error` event that no terminal event followed. */
function nativeTurnError(turn: TurnEvidence['turn']): unknown {
  if (turn.trailingError !== null) return { message: turn.trailingError };
  return turn.terminal?.type === 'turn.failed' ? (turn.terminal.error ?? null) : undefined;
}

function notStarted({ turn, exitCode, stderr }: TurnEvidence): Verdict | null {
  const native = nativeTurnError(turn);
  const turnError = native === undefined ? null : readTurnError(native, turn.lastError).message;
  const reason = startupFailureReason({ exitCode, stderr, turn, turnError });
  if (reason === null) return null;
  const message = `codex cannot be started: ${reason}.`;
  return { ok: false, kind: 'spawn_failed', reason, message, ...retrySafetyOfKind('spawn_failed') };
}

function processFailed({ turn, lingered, exitCode, signal, stderr }: TurnEvidence): Verdict | null {
  // No exit at all: an app server goes on after the turn.
  if (lingered || (signal === null && (exitCode === 0 || exitCode === null))) return null;
  const cause = processFailureCause({ exitCode, signal, stderr, sawTurn: turn.sawTurn });
  const message = say.processFailedMessage({
    exitCode,
    signal,
    failureLine: failureLine({ stderr, sawTurn: turn.sawTurn }),
    cause,
    lastError: turn.lastError,
  });
  const consequences = retrySafetyOfProcessFailure(cause, turn);
  return { ok: false, kind: 'process_failed', exitCode, signal, cause, message, ...consequences };
}

function noTerminal({ turn }: TurnEvidence): Verdict | null {
  if (turn.terminal !== null) return null;
  return {
    ok: false,
    kind: 'no_terminal',
    message: say.noTerminalMessage(),
    ...retrySafetyOfKind('no_terminal'),
  };
}

/** codex passes the text of a moderated message on, but whoever answers for the model withheld it. */
function blocked({ turn }: TurnEvidence): Verdict | null {
  const reason = turn.messageDropped ? undefined : turn.message?.blocked;
  if (reason === undefined) return null;
  const message = `The answer was withheld by moderation (${reason})`;
  return turnFailure({ code: 'refused', message, native: { moderation: reason } }, turn);
}

function answered({ turn }: TurnEvidence, rules: AnswerRules): Verdict {
  const verdict = turn.messageDropped
    ? ({ kind: 'no_structured_output' } as const)
    : checkAnswer(turn.message?.text ?? null, rules);
  const { kind } = verdict;
  switch (kind) {
    case 'ok':
      return verdict;
    case 'no_structured_output': {
      const unreadable = turn.notices.find((notice) => notice.kind === 'unparsable_line');
      const why = {
        dropped: turn.messageDropped,
        candidates: turn.otherMessages.length,
        unparsable: unreadable?.count ?? 0,
      };
      return { ok: false, kind, message: say.noOutputMessage(why), ...retrySafetyOfKind(kind) };
    }
    case 'invalid_json': {
      const { reason, line, column, valuesSeen } = verdict;
      const message = say.invalidJsonMessage(verdict);
      return { ok: false, kind, reason, line, column, valuesSeen, message, ...retrySafetyOfKind(kind) };
    }
    case 'invalid_structured_output': {
      const { value } = verdict;
      return { ok: false, kind, value, message: say.scalarMessage(value), ...retrySafetyOfKind(kind) };
    }
    case 'schema_mismatch': {
      const { value, violations } = verdict;
      return {
        ok: false,
        kind,
        value,
        violations,
        message: say.mismatchMessage(violations),
        ...retrySafetyOfKind(kind),
      };
    }
  }
}

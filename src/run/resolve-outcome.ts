import type { AnswerRules } from '../outcome/check-answer.js';
import { classify, type Verdict } from '../outcome/classify.js';
import { type DetailContext, detailOf } from '../outcome/detail.js';
import type { StopCause, TurnEvidence } from '../outcome/evidence.js';
import { parseTimeoutMessage, toolErrorMessage } from '../outcome/messages.js';
import type { Failure, Outcome } from '../outcome/outcome.js';
import { type AnyParse, applyParse } from '../outcome/parse.js';
import { redactEvidence, redactOutcome } from '../outcome/redact/redact-outcome.js';
import type { Redact } from '../outcome/redact/redactor.js';
import { retrySafetyOfKind, retrySafetyOfTurnError } from '../outcome/retry-safety.js';
import { type RunDeadline, raceDeadline } from './run-deadline.js';

export interface OutcomeRules extends AnswerRules {
  /** The Standard Schema's own validation, then the caller's `parse`. */
  readonly parses: readonly AnyParse[];
  readonly context: DetailContext;
  /** Redacts secrets everywhere but in the answer. */
  readonly redact: Redact;
  /** Fail if a tool call failed, even with a conforming answer. */
  readonly failOnToolError?: boolean;
  /** The text of the final message is the answer, whatever it says: a turn without a schema. */
  readonly acceptsText?: boolean;
}

const NO_DEADLINE: RunDeadline = { timeoutMs: 0, leftMs: Number.POSITIVE_INFINITY };

/**
 * Turns a turn's evidence into its outcome: classifies it, calls `parse`, and adds the detail. If `parse` has not
 * settled by the deadline, the outcome is `timeout` or `aborted`, as it would be while codex works.
 */
export async function resolveOutcome<T>(
  raw: TurnEvidence,
  rules: OutcomeRules,
  deadline: RunDeadline = NO_DEADLINE,
): Promise<Outcome<T>> {
  // Before anything is quoted and clipped, and again after, since the outcome quotes the answer and `parse` too.
  const evidence = redactEvidence(raw, rules.redact);
  return redactOutcome(await settled<T>(evidence, rules, deadline), rules.redact);
}

async function settled<T>(
  evidence: TurnEvidence,
  rules: OutcomeRules,
  deadline: RunDeadline,
): Promise<Outcome<T>> {
  const verdict = rules.acceptsText === true ? textVerdict(evidence) : classify(evidence, rules);
  const final =
    verdict.kind === 'ok'
      ? (toolsFailed(evidence, rules) ?? (await parsed(verdict, evidence, rules, deadline)))
      : verdict;
  const detail = detailOf(evidence, final, rules, rules.context);
  // The last parse determines the type; without one the value is the validated JSON, which T then is.
  if (final.kind === 'ok') return { ok: true, kind: 'ok', value: final.value as T, detail };
  return { ...final, detail } as Failure;
}

function textVerdict(evidence: TurnEvidence): Verdict {
  const verdict = classify(evidence, { schema: null, validate: false });
  const text = evidence.turn.message?.text ?? null;
  switch (verdict.kind) {
    case 'ok':
    case 'invalid_json':
    case 'invalid_structured_output':
    case 'schema_mismatch':
      return text === null ? verdict : { kind: 'ok', value: text, unsafeIntegers: 0, notes: [] };
    default:
      return verdict;
  }
}

/** codex reports no error event for this, so `native` is null. */
function toolsFailed({ turn }: TurnEvidence, { failOnToolError }: OutcomeRules): Verdict | null {
  const { toolCalls } = turn;
  if (failOnToolError !== true || toolCalls.failed === 0) return null;
  const message = toolErrorMessage(toolCalls);
  const error = { code: 'other', message, native: null } as const;
  return { ok: false, kind: 'turn_failed', error, message, ...retrySafetyOfTurnError('other', turn.sawWork) };
}

type Accepted = Extract<Verdict, { kind: 'ok' }>;

async function parsed(
  accepted: Accepted,
  evidence: TurnEvidence,
  rules: OutcomeRules,
  deadline: RunDeadline,
): Promise<Verdict> {
  const value = accepted.value;
  let current: unknown = value;
  for (const parse of rules.parses) {
    const verdict = await raceDeadline(applyParse(parse, current as typeof value), deadline);
    switch (verdict.kind) {
      case 'timeout':
      case 'aborted':
        return stoppedInParse(verdict, evidence, rules);
      case 'ok':
        current = verdict.value;
        break;
      case 'parse_failed': {
        const { kind, reason } = verdict;
        const message =
          rules.acceptsText === true
            ? `parse rejected the answer: ${reason}`
            : `The answer matches the schema, but parse rejected it: ${reason}`;
        return { ok: false, kind, reason, value, message, ...retrySafetyOfKind(kind) };
      }
      case 'invalid_parse_result': {
        const { kind, returned } = verdict;
        const message = `parse must return {ok: true, value} or {ok: false, reason}; it returned ${returned}.`;
        return { ok: false, kind, value, returned, message, ...retrySafetyOfKind(kind) };
      }
    }
  }
  return { ...accepted, value: current as typeof value };
}

function stoppedInParse(stop: StopCause, evidence: TurnEvidence, rules: OutcomeRules): Verdict {
  const verdict = classify({ ...evidence, stop }, rules);
  if (verdict.kind !== 'timeout') return verdict;
  return { ...verdict, message: parseTimeoutMessage(verdict.ms) };
}

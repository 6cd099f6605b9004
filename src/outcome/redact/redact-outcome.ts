import type { SchemaIssue } from '../../diagnostics/issue.js';
import type { Notice } from '../../events/turn-state.js';
import type { TurnEvidence } from '../evidence.js';
import type { Detail, Failure, Outcome } from '../outcome.js';
import { redactJson } from './redact-json.js';
import type { Redact } from './redactor.js';

/**
 * Hides secrets in everything that describes an outcome. The requested data does not change: the value, the message
 * that it was parsed from (`detail.text`) and the native events.
 */
export function redactOutcome<T>(outcome: Outcome<T>, redact: Redact): Outcome<T> {
  const detail =
    'detail' in outcome && outcome.detail !== undefined
      ? { detail: redactDetail(outcome.detail, redact) }
      : {};
  return outcome.ok
    ? { ...outcome, ...detail }
    : ({ ...redactFailure(outcome, redact), ...detail } as Failure);
}

/** The fields of failures that are sentences. Reasons that are codes contain no secrets. */
const SENTENCES = ['message', 'reason', 'returned', 'found', 'needs', 'searched'] as const;

function redactFailure(failure: Failure, redact: Redact): object {
  const fields = failure as Failure & Partial<Record<(typeof SENTENCES)[number], unknown>>;
  const said = SENTENCES.filter((name) => name in failure).map((name) => [
    name,
    redactJson(fields[name], redact),
  ]);
  const shown = { ...failure, ...Object.fromEntries(said) };
  switch (failure.kind) {
    case 'turn_failed': {
      const { error } = failure;
      const native = redactJson(error.native, redact);
      return { ...shown, error: { ...error, message: redact(error.message), native } };
    }
    case 'schema_unsupported':
      return { ...shown, issues: redactIssues(failure.issues, redact) };
    case 'schema_mismatch': {
      const violations = failure.violations.map((one) => ({ ...one, message: redact(one.message) }));
      return { ...shown, violations };
    }
    default:
      return shown;
  }
}

/** Hides secrets in findings about a schema, which quote its text, such as a reference with a password. */
export function redactIssues(issues: readonly SchemaIssue[], redact: Redact): readonly SchemaIssue[] {
  return issues.map((issue) => ({ ...issue, message: redact(issue.message), hint: redact(issue.hint) }));
}

function redactDetail(detail: Detail, redact: Redact): Detail {
  const { candidates, review, work } = detail;
  return {
    ...detail,
    stderr: redact(detail.stderr),
    notices: redactNotices(detail.notices, redact),
    ...(candidates === undefined ? {} : { candidates: candidates.map(redact) }),
    ...(review === undefined ? {} : { review: redact(review) }),
    ...(work === undefined ? {} : { work: redact(work) }),
  };
}

/**
 * Hides secrets in the evidence of a turn, except in its messages and events. Whatever is quoted and cut from then on
 * has no secrets.
 */
export function redactEvidence(evidence: TurnEvidence, redact: Redact): TurnEvidence {
  const { turn } = evidence;
  const { terminal, trailingError, lastError } = turn;
  return {
    ...evidence,
    stderr: redact(evidence.stderr),
    turn: {
      ...turn,
      terminal:
        terminal?.type === 'turn.failed'
          ? { ...terminal, error: redactJson(terminal.error, redact) }
          : terminal,
      trailingError: trailingError === null ? null : redact(trailingError),
      lastError: lastError === null ? null : redact(lastError),
      notices: redactNotices(turn.notices, redact),
    },
  };
}

function redactNotices(notices: readonly Notice[], redact: Redact): readonly Notice[] {
  return notices.map((notice) => ({
    ...notice,
    message: redact(notice.message),
    excerpts: notice.excerpts.map(redact),
  }));
}

import type { SchemaIssue } from '../../diagnostics/issue.js';
import type { Notice } from '../../events/turn-state.js';
import type { TurnEvidence } from '../evidence.js';
import type { Detail, Failure, Outcome } from '../outcome.js';
import { redactJson } from './redact-json.js';
import type { Redact } from './redactor.js';

/**
 * Hides secrets in all that is said about an outcome. What was asked for stays as it is: the value, the message
 * that it was read from (`detail.text`) and the native events.
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

/** What a failure says in sentences. The reasons that are codes have nothing in them to hide. */
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

/** Findings about a schema quote its text, such as a reference with a password in it. */
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
 * Hides secrets in what a turn left behind, but for its messages and events: what is judged, quoted and cut from
 * here on has none.
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

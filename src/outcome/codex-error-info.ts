import type { TurnErrorCode } from './outcome.js';

/**
 * The app server's own word for an error (`codexErrorInfo`), where it says more than the message. Those that
 * carry an HTTP status, and `other` and `badRequest`, are read from the message with everything else.
 */
const CODES: Readonly<Record<string, TurnErrorCode>> = {
  unauthorized: 'auth',
  usageLimitExceeded: 'usage_limit',
  sessionBudgetExceeded: 'usage_limit',
  rateLimitExceeded: 'rate_limit',
  serverOverloaded: 'overloaded',
  internalServerError: 'overloaded',
  flexUnavailable: 'overloaded',
  policyCapacityUnavailable: 'overloaded',
  contextWindowExceeded: 'context_window',
  cyberPolicy: 'refused',
  bioPolicy: 'refused',
  misalignmentPolicyViolation: 'refused',
  inferenceHookDenied: 'refused',
  // Their words may well speak of access, or of a limit.
  modelNotFound: 'other',
  tooManyDenials: 'other',
};

/** Null where there is none, or none that decides. */
export function codeOfErrorInfo(native: unknown): TurnErrorCode | null {
  if (typeof native !== 'object' || native === null) return null;
  const info = (native as Record<string, unknown>)['codexErrorInfo'];
  return typeof info === 'string' && Object.hasOwn(CODES, info) ? (CODES[info] ?? null) : null;
}

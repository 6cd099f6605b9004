import type { TurnErrorCode } from './outcome.js';

/**
 * The app server's codes for errors (`codexErrorInfo`) that are more precise than the message. For the codes with an
 * HTTP status, `other` and `badRequest`, the message is used.
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
  // Their messages may mention access or a limit.
  modelNotFound: 'other',
  tooManyDenials: 'other',
};

/** Returns the code of an error; null if it has none, or an imprecise one. */
export function codeOfErrorInfo(native: unknown): TurnErrorCode | null {
  if (typeof native !== 'object' || native === null) return null;
  const info = (native as Record<string, unknown>)['codexErrorInfo'];
  return typeof info === 'string' && Object.hasOwn(CODES, info) ? (CODES[info] ?? null) : null;
}

import { DEFAULT_LIMITS, type TurnLimits } from '../codex/turn-request.js';

/** Returns the given limits, with defaults for the others. */
export function resolveLimits(options: Partial<TurnLimits>): TurnLimits {
  return {
    timeoutMs: options.timeoutMs ?? DEFAULT_LIMITS.timeoutMs,
    idleTimeoutMs: options.idleTimeoutMs ?? DEFAULT_LIMITS.idleTimeoutMs,
    exitGraceMs: options.exitGraceMs ?? DEFAULT_LIMITS.exitGraceMs,
    killGraceMs: options.killGraceMs ?? DEFAULT_LIMITS.killGraceMs,
    maxLineBytes: options.maxLineBytes ?? DEFAULT_LIMITS.maxLineBytes,
  };
}

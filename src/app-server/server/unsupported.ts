import { capabilityOfMethod, unsupportedFailure } from '../../codex/capabilities.js';
import type { UnsupportedFailure } from '../../outcome/outcome.js';
import { METHOD_NOT_FOUND, type RpcError } from '../protocol/rpc-error.js';

const NOTHING_RAN = { ok: false, workMayHaveRun: false, retryable: false } as const;

/**
 * The method that the app server does not know, where that is why it refused; null otherwise. codex answers
 * every bad request with one code: what it means is in the message.
 */
export function unknownMethod({ code, message }: RpcError, asked: string): string | null {
  // An unknown value of a field is told in the same words, but has no slash.
  const named = /unknown variant `([^`]+\/[^`]+)`/.exec(message)?.[1];
  return named ?? (code === METHOD_NOT_FOUND ? asked : null);
}

/** The app server does not know a method that the call needs. */
export function noMethod(method: string, version: string | null): UnsupportedFailure {
  const capability = capabilityOfMethod(method);
  if (capability !== null) return unsupportedFailure(capability, version, true);
  const found = version === null ? 'an older codex' : `codex ${version}`;
  return {
    ...NOTHING_RAN,
    kind: 'unsupported',
    capability: method,
    needs: `a codex whose app server knows ${method}`,
    found,
    message: `${version === null ? 'This codex' : found} does not support ${method} over the app server. Update it with 'npm install -g @openai/codex', or use --transport exec.`,
  };
}

/** A flag that `codex exec` takes and the app server has no equivalent of. */
export function noOption(flag: string, instead: string): UnsupportedFailure {
  return {
    ...NOTHING_RAN,
    kind: 'unsupported',
    capability: flag,
    needs: 'the exec transport',
    found: 'the app server',
    message: `The app server has nothing like ${flag}: ${instead}`,
  };
}

import { capabilityOfMethod, unsupportedFailure } from '../../codex/capabilities.js';
import type { UnsupportedFailure } from '../../outcome/outcome.js';
import { METHOD_NOT_FOUND, type RpcError } from '../protocol/rpc-error.js';

const NOTHING_RAN = { ok: false, workMayHaveRun: false, retryable: false } as const;

/**
 * Returns the method that the app server does not know, if that is why it rejected a request; else null. codex uses
 * the same error code for every bad request, so the message is parsed.
 */
export function unknownMethod({ code, message }: RpcError, asked: string): string | null {
  // The message for an unknown field value is the same, but the value has no slash.
  const named = /unknown variant `([^`]+\/[^`]+)`/.exec(message)?.[1];
  return named ?? (code === METHOD_NOT_FOUND ? asked : null);
}

/** Returns the failure of a call that needs a method which the app server does not know. */
export function noMethod(method: string, version: string | null): UnsupportedFailure {
  const capability = capabilityOfMethod(method);
  if (capability !== null) return unsupportedFailure(capability, version, true);
  const found = version === null ? 'an older codex' : `codex ${version}`;
  return {
    ...NOTHING_RAN,
    kind: 'unsupported',
    capability: method,
    needs: `a codex whose app server supports ${method}`,
    found,
    message: `${version === null ? 'This codex' : found} does not support ${method} over the app server. Update it with 'npm install -g @openai/codex', or use the exec transport.`,
  };
}

/**
 * Returns the failure of a call with a flag that only `codex exec` supports.
 *
 * @param what - the option, to follow `does not support`
 */
export function noOption(flag: string, what: string, instead: string): UnsupportedFailure {
  return {
    ...NOTHING_RAN,
    kind: 'unsupported',
    capability: flag,
    needs: 'the exec transport',
    found: 'the app server',
    message: `The app server does not support ${what}: ${instead}`,
  };
}

import type { UnsupportedFailure } from '../../outcome/outcome.js';
import { METHOD_NOT_FOUND, type RpcError } from './rpc-error.js';

const NOTHING_RAN = { ok: false, workMayHaveRun: false, retryable: false } as const;

/** This codex is older than its app server. */
export function noAppServer(version: string | null): UnsupportedFailure {
  return {
    ...NOTHING_RAN,
    kind: 'unsupported',
    capability: 'app_server',
    needs: 'a codex with app-server',
    found: foundVersion(version),
    message: `This codex (${foundVersion(version)}) has no app server: update it, or use --transport exec.`,
  };
}

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
  return {
    ...NOTHING_RAN,
    kind: 'unsupported',
    capability: method,
    needs: `a codex whose app server knows ${method}`,
    found: foundVersion(version),
    message: `The app server of this codex (${foundVersion(version)}) does not know ${method}: update codex, or use --transport exec.`,
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

function foundVersion(version: string | null): string {
  return version === null ? 'its version is not known' : `codex ${version}`;
}

import { redactJson } from '../../outcome/redact/redact-json.js';
import type { Redact } from '../../outcome/redact/redactor.js';

/** The error response to a request. */
export class RpcError extends Error {
  override readonly name = 'RpcError';

  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
  }

  /** Returns a copy without secrets, since a caller may print it. */
  redacted(redact: Redact): RpcError {
    return new RpcError(this.code, redact(this.message), redactJson(this.data, redact));
  }

  /** The error object of JSON-RPC, for `TurnError.native`. */
  get native(): Readonly<Record<string, unknown>> {
    return {
      code: this.code,
      message: this.message,
      ...(this.data === undefined ? {} : { data: this.data }),
    };
  }
}

/** The app server exited before it answered. */
export class ConnectionClosed extends Error {
  override readonly name = 'ConnectionClosed';

  constructor() {
    super('The app server ended.');
  }
}

/** JSON-RPC's code for an unknown method. codex itself answers -32600 to one. */
export const METHOD_NOT_FOUND = -32601;
export const INTERNAL_ERROR = -32603;

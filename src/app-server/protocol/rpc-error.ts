import { redactJson } from '../../outcome/redact/redact-json.js';
import type { Redact } from '../../outcome/redact/redactor.js';

/** The answer to a request that the other side refused. */
export class RpcError extends Error {
  override readonly name = 'RpcError';

  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
  }

  /** The same without secrets: whoever catches it may print it. */
  redacted(redact: Redact): RpcError {
    return new RpcError(this.code, redact(this.message), redactJson(this.data, redact));
  }

  /** As it came, for `TurnError.native`. */
  get native(): Readonly<Record<string, unknown>> {
    return {
      code: this.code,
      message: this.message,
      ...(this.data === undefined ? {} : { data: this.data }),
    };
  }
}

/** The connection ended before the answer came. */
export class ConnectionClosed extends Error {
  override readonly name = 'ConnectionClosed';

  constructor() {
    super('The app server ended.');
  }
}

/** JSON-RPC's code for a method that does not exist. codex itself answers -32600 there. */
export const METHOD_NOT_FOUND = -32601;
export const INTERNAL_ERROR = -32603;

import type { StartFailure, TurnRequest } from '../codex/turn-request.js';
import type { TurnEvidence } from '../outcome/evidence.js';
import type { TransportName } from '../outcome/outcome.js';

/** How codex is driven. One turn at a time per call; `close` ends what the transport holds. */
export interface Transport {
  /** The name, as `detail.transport` reports it. */
  readonly name: TransportName;
  /** Never rejects for what the union names; a rejection is a bug. */
  runTurn(request: TurnRequest): Promise<TurnEvidence | StartFailure>;
  /** Ends everything that the transport has started. It can be used again afterwards. */
  close(): Promise<void>;
}

export function isStartFailure(result: TurnEvidence | StartFailure): result is StartFailure {
  return 'kind' in result;
}

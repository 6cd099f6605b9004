import type { StartFailure, TurnRequest } from '../codex/turn-request.js';
import type { TurnEvidence } from '../outcome/evidence.js';
import type { TransportName } from '../outcome/outcome.js';

/** Drives codex. Each call runs one turn. */
export interface Transport {
  /** The name, as `detail.transport` reports it. */
  readonly name: TransportName;
  /** Runs one turn. Failures are results; the promise rejects only with the error of an observer, or for a bug. */
  runTurn(request: TurnRequest): Promise<TurnEvidence | StartFailure>;
  /** Stops everything that the transport has started. The transport can be used again afterwards. */
  close(): Promise<void>;
}

export function isStartFailure(result: TurnEvidence | StartFailure): result is StartFailure {
  return 'kind' in result;
}

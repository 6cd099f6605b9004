import type { TurnDemand } from './needs.js';
import type { TurnRequest } from './turn-request.js';

/** Returns the properties of a request that not every codex release supports. */
export function demandOf(request: TurnRequest): TurnDemand {
  const { command, wireSchema, additionalContext, schemaTurnFollows, mayKeepThread, isRehearsal } = request;
  return {
    command,
    hasSchema: wireSchema !== null,
    hasContext: Object.keys(additionalContext ?? {}).length > 0,
    schemaTurnFollows: schemaTurnFollows ?? false,
    mayKeepThread: mayKeepThread ?? false,
    isRehearsal: isRehearsal ?? false,
  };
}

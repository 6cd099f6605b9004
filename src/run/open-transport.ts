import type { TransportName } from '../outcome/outcome.js';
import { createAppServerTransport } from '../transports/app-server.js';
import { createExecTransport } from '../transports/exec/transport.js';
import type { Transport } from '../transports/transport.js';

/** How codex is driven: by a transport of this name, which is closed at the end, or by one of the caller. */
export type TransportOption = 'exec' | 'app-server' | Transport;

/** @param turnsPerServer - turns that one app server takes before another one takes over */
export function openTransport(option: TransportOption, turnsPerServer?: number): Transport {
  if (typeof option === 'object') return option;
  if (option === 'exec') return createExecTransport();
  return createAppServerTransport(turnsPerServer === undefined ? {} : { turnsPerServer });
}

export function transportName(option: TransportOption): TransportName {
  return typeof option === 'object' ? option.name : option;
}

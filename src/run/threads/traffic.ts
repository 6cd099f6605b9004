import type { Traffic } from '../../app-server/server/server-options.js';
import { createLineRedactor } from '../../outcome/redact/line-redactor.js';
import { createRedactor } from '../../outcome/redact/redactor.js';
import type { AppServerOptions } from './options.js';

const SIGNS = { sent: '-> ', received: '<- ', stderr: '!! ' } as const satisfies Record<
  Traffic['direction'],
  string
>;

/** Returns the listener for the traffic of an app server, which redacts secrets; undefined if none is needed. */
export function trafficListener(
  options: AppServerOptions,
  env: Readonly<Record<string, string | undefined>>,
  track: (returned: Promise<unknown>) => void,
): ((traffic: Traffic) => void) | undefined {
  const { onTraffic, debug = isDebugSet() } = options;
  if (!debug && onTraffic === undefined) return undefined;
  const redact = createRedactor(env, options.config);
  const redactLine = createLineRedactor(redact);
  let isBroken = false;
  return ({ direction, line }) => {
    const redacted = direction === 'stderr' ? redactLine(line) : redact(line);
    const shown = { direction, line: withoutTokens(redacted) };
    if (debug) process.stderr.write(`${SIGNS[direction]}${shown.line}\n`);
    if (onTraffic === undefined || isBroken) return;
    // This is called from a stream, where an error would be uncaught.
    const returned = new Promise((resolve) => resolve(onTraffic(shown))).catch((error: unknown) => {
      if (isBroken) return;
      isBroken = true;
      throw error;
    });
    track(returned);
  };
}

function isDebugSet(): boolean {
  const value = process.env['CODEX_STRUCTURED_DEBUG'];
  return value !== undefined && value !== '' && value !== '0';
}

/** Hides headers, and the path of a loopback provider, which is its key. */
function withoutTokens(line: string): string {
  return line
    .replace(/(https?:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):\d+\/)[A-Za-z0-9_-]{16,}/g, '$1[hidden]')
    .replace(
      /("(?:http_headers|env_http_headers|experimental_bearer_token)":\s*)(\{[^}]*\}|"[^"]*")/g,
      '$1"[hidden]"',
    );
}

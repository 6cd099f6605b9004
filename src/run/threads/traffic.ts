import type { Traffic } from '../../app-server/server/server-options.js';
import { createLineRedactor } from '../../outcome/redact/line-redactor.js';
import { createRedactor } from '../../outcome/redact/redactor.js';
import type { AppServerOptions } from './options.js';

const SIGNS = { sent: '-> ', received: '<- ', stderr: '!! ' } as const satisfies Record<
  Traffic['direction'],
  string
>;

/** Who is told of the traffic of an app server, secrets hidden; undefined where nobody wants to know. */
export function trafficListener(
  options: AppServerOptions,
  env: Readonly<Record<string, string | undefined>>,
  track: (returned: Promise<unknown>) => void,
): ((traffic: Traffic) => void) | undefined {
  const { onTraffic, debug = debugWanted() } = options;
  if (!debug && onTraffic === undefined) return undefined;
  const hide = createRedactor(env, options.config);
  const hideInLine = createLineRedactor(hide);
  let isBroken = false;
  return ({ direction, line }) => {
    const redacted = direction === 'stderr' ? hideInLine(line) : hide(line);
    const shown = { direction, line: withoutTokens(redacted) };
    if (debug) process.stderr.write(`${SIGNS[direction]}${shown.line}\n`);
    if (onTraffic === undefined || isBroken) return;
    // It is called from a stream, where nobody could catch what it throws.
    const told = new Promise((resolve) => resolve(onTraffic(shown))).catch((error: unknown) => {
      if (isBroken) return;
      isBroken = true;
      throw error;
    });
    track(told);
  };
}

function debugWanted(): boolean {
  const value = process.env['CODEX_STRUCTURED_DEBUG'];
  return value !== undefined && value !== '' && value !== '0';
}

/** The path of a loopback provider is its key: nothing but the host and the port is anyone's business. */
function withoutTokens(line: string): string {
  return line
    .replace(/(https?:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):\d+\/)[A-Za-z0-9_-]{16,}/g, '$1[hidden]')
    .replace(
      /("(?:http_headers|env_http_headers|experimental_bearer_token)":\s*)(\{[^}]*\}|"[^"]*")/g,
      '$1"[hidden]"',
    );
}

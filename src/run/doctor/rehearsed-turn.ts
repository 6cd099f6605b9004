import { exec } from '../../codex/builders.js';
import { isInstallation } from '../../codex/find.js';
import { definedOnly } from '../../json/defined-only.js';
import { formatDuration } from '../../text/duration.js';
import { createAppServerTransport } from '../../transports/app-server.js';
import { createExecTransport } from '../../transports/exec/transport.js';
import { runSource } from '../run.js';
import { type DoctorContext, type Finding, ok, problem, sentences, skipped } from './check.js';

const SCHEMA = {
  type: 'object',
  properties: { greeting: { type: 'string' } },
  required: ['greeting'],
  additionalProperties: false,
} as const;

/** Checks a complete turn of codex, in a private CODEX_HOME, against a provider on loopback. */
export async function checkRehearsal(context: DoctorContext, name: 'exec' | 'app-server'): Promise<Finding> {
  if (!isInstallation(context.codex)) return skipped('codex was not found.');
  const { codex, env, cwd, limitMs: timeoutMs, signal } = context;
  const transport = name === 'exec' ? createExecTransport() : createAppServerTransport();
  const started = performance.now();
  try {
    const source = { kind: 'value', value: SCHEMA } as const;
    const options = { rehearse: true, transport, env, cwd, timeoutMs, ...definedOnly({ signal }) };
    const outcome = await runSource(exec('Greet the user.'), source, options, { codex });
    const ms = Math.round(performance.now() - started);
    const details = { kind: outcome.kind, ms };
    if (outcome.ok) {
      return ok(
        `A rehearsed turn over ${name} returned a conforming answer in ${formatDuration(ms)}.`,
        details,
      );
    }
    // The message names the required release and how to install it.
    if (outcome.kind === 'unsupported') {
      const [summary = outcome.message, ...advice] = sentences(outcome.message);
      return problem(summary, advice.join(' '), details);
    }
    return problem(
      `A rehearsed turn over ${name} ended in ${outcome.kind}: ${outcome.message}`,
      `To see it, run 'codex-structured run SCHEMA hi --rehearse --verbose --transport ${name}'.`,
      details,
    );
  } finally {
    await transport.close();
  }
}

import { exec } from '../../codex/builders.js';
import { isInstallation } from '../../codex/find.js';
import { createAppServerTransport } from '../../transports/app-server/transport.js';
import { createExecTransport } from '../../transports/exec/transport.js';
import { run } from '../run.js';
import { type DoctorContext, type Finding, ok, problem, skipped } from './check.js';
import { sentences } from './sentences.js';

const SCHEMA = {
  type: 'object',
  properties: { greeting: { type: 'string' } },
  required: ['greeting'],
  additionalProperties: false,
} as const;

/** A whole turn of the real codex, in a private CODEX_HOME, against a provider on loopback. */
export async function checkRehearsal(patient: DoctorContext, name: 'exec' | 'app-server'): Promise<Finding> {
  if (!isInstallation(patient.codex)) return skipped('There is no codex to run.');
  const { env, cwd, codexPath, limitMs, signal } = patient;
  const transport = name === 'exec' ? createExecTransport() : createAppServerTransport();
  const started = performance.now();
  try {
    const outcome = await run(exec('Greet the user.'), SCHEMA, {
      rehearse: true,
      transport,
      env,
      cwd,
      timeoutMs: limitMs,
      ...(codexPath === undefined ? {} : { codexPath }),
      ...(signal === undefined ? {} : { signal }),
    });
    const ms = Math.round(performance.now() - started);
    const details = { kind: outcome.kind, ms };
    if (outcome.ok) {
      return ok(`A rehearsed turn over ${name} gave a conforming answer in ${seconds(ms)}.`, details);
    }
    // Its message has the release that is needed, and how to get it.
    if (outcome.kind === 'unsupported') {
      const [summary = outcome.message, ...advice] = sentences(outcome.message);
      return problem(summary, advice.join(' '), details);
    }
    return problem(
      `A rehearsed turn over ${name} ended in ${outcome.kind}: ${outcome.message}`,
      `Watch it with 'codex-structured run SCHEMA hi --rehearse --verbose --transport ${name}'.`,
      details,
    );
  } finally {
    await transport.close();
  }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

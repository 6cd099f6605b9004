import { spawn } from 'node:child_process';
import type { CodexInstallation, Environment } from '../../codex/installation.js';
import { parseVersion } from '../../codex/version.js';
import { ManagedChild } from './managed-child.js';
import { startTimer } from './timer.js';

const PROBE_LIMIT_MS = 5_000;
/** Whoever prints more than this prints no version. */
const MAX_OUTPUT = 4_096;

/**
 * The version of an installation: as known, else by `codex --version` within `limitMs`. Null where codex
 * does not say. Never rejects: whatever is wrong shows again, with its reason, in the run itself.
 */
export async function probeVersion(
  codex: CodexInstallation,
  env: Environment,
  limitMs = PROBE_LIMIT_MS,
): Promise<string | null> {
  if (codex.version !== null) return codex.version;
  try {
    return parseVersion(await versionOutput(codex, env, limitMs));
  } catch {
    return null;
  }
}

async function versionOutput(codex: CodexInstallation, env: Environment, limitMs: number): Promise<string> {
  const child = spawn(codex.path, [...codex.prefixArgs, '--version'], {
    env: { ...env, ...codex.env },
    detached: process.platform !== 'win32',
    stdio: 'pipe',
    windowsHide: true,
  });
  const { pid, stdin, stdout, stderr } = child;
  if (pid === undefined) return await new Promise((_, reject) => child.once('error', reject));
  const managed = new ManagedChild({ pid, stdin, stdout, stderr, once: child.once.bind(child) }, 0);
  let output = '';
  stdout.on('data', (chunk: Buffer) => {
    if (output.length < MAX_OUTPUT) output += chunk.toString('latin1');
  });
  stderr.resume();
  stdin.end();
  const cancel = startTimer(limitMs, () => void managed.stop());
  await managed.exited;
  cancel();
  await managed.settle();
  return output;
}

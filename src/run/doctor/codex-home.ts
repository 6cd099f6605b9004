import { constants, type Stats } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { codexHomeOf } from '../../codex/codex-home.js';
import { type DoctorContext, type Finding, ok, problem, warning } from './check.js';

export async function checkCodexHome({ env, cwd }: DoctorContext): Promise<Finding> {
  const { path: given, isNamed } = codexHomeOf(env);
  const path = resolve(cwd, given);
  const details = { path, isNamed };
  const stats = await statOrNull(path);
  if (stats === null && isNamed) {
    return problem(
      `CODEX_HOME names ${path}, which does not exist; codex will not start.`,
      `Create it with 'mkdir -p', or unset CODEX_HOME.`,
      details,
    );
  }
  if (stats === null) {
    return (await isWritable(dirname(path)))
      ? ok(`${path} does not exist yet; codex will create it.`, details)
      : problem(`${path} cannot be created.`, 'Set CODEX_HOME to a writable directory.', details);
  }
  if (!stats.isDirectory()) {
    return problem(`${path} is not a directory.`, 'Set CODEX_HOME to a directory.', details);
  }
  if (!(await isWritable(path))) {
    return problem(
      `${path} is not writable, and codex keeps its sessions there.`,
      'Make it writable, or set CODEX_HOME to another directory.',
      details,
    );
  }
  if (await othersCanRead(join(path, 'auth.json'))) {
    return warning(
      `Other users of this machine can read ${join(path, 'auth.json')}.`,
      `Run 'chmod 600' on it.`,
      details,
    );
  }
  return ok(`${path} exists and is writable.`, details);
}

async function othersCanRead(file: string): Promise<boolean> {
  // Windows has no file modes.
  if (process.platform === 'win32') return false;
  const mode = (await statOrNull(file))?.mode ?? 0;
  return (mode & 0o044) !== 0;
}

async function statOrNull(path: string): Promise<Stats | null> {
  try {
    return await stat(path);
  } catch {
    // Absent or not accessible, which is the same for codex.
    return null;
  }
}

async function isWritable(path: string): Promise<boolean> {
  try {
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

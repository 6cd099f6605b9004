import { mkdtemp, rmdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { directoryPrefix } from '../../platform/process/owner-tag.js';
import { temporaryDirectory } from '../../transports/exec/schema-file.js';
import { type DoctorContext, type Finding, ok, problem, warning } from './check.js';

const MIB = 1024 * 1024;
/** A private CODEX_HOME takes about 1 MiB; what codex unpacks and its commands write takes far more. */
const LITTLE_SPACE = 256 * MIB;
const NO_SPACE = 4 * MIB;

/** Checks the temporary directory by creating and removing a folder in it. */
export async function checkTempDir({ env }: DoctorContext): Promise<Finding> {
  const path = temporaryDirectory(env);
  try {
    await rmdir(await mkdtemp(join(path, `${directoryPrefix()}-${process.pid}-`)));
    const { bavail, bsize } = await statfs(path);
    return judgeSpace(path, bavail * bsize);
  } catch (error) {
    return problem(
      `The temporary directory ${path} cannot be used: ${(error as NodeJS.ErrnoException).code ?? 'unknown'}.`,
      'Set TMPDIR to a writable directory.',
      { path },
    );
  }
}

/** @internal */
export function judgeSpace(path: string, freeBytes: number): Finding {
  const free = `${Math.floor(freeBytes / MIB)} MiB`;
  const details = { path, freeBytes };
  const advice = 'Free some space, or set TMPDIR to another directory.';
  if (freeBytes < NO_SPACE)
    return problem(`The temporary directory ${path} is full (${free} free).`, advice, details);
  if (freeBytes < LITTLE_SPACE) {
    return warning(`The temporary directory ${path} has only ${free} free.`, advice, details);
  }
  return ok(`The temporary directory ${path} is writable, ${free} free.`, details);
}

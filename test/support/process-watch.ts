import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** The variable that a test puts into the environment of all that it starts, so that it can be found again. */
export const MARK_VARIABLE = 'TEST_MARK_OF_CODEX_STRUCTURED';

/** The pids of living processes (zombies are dead) that inherited this mark. */
export function processesWithMark(mark: string): number[] {
  const wanted = `${MARK_VARIABLE}=${mark}`;
  return existsSync('/proc/self/environ') ? fromProc(wanted) : fromPs(wanted);
}

/** Bounds a hang, not a slow machine; shorter than any command that a test leaves behind on purpose. */
const HANG_MS = 40_000;

/** Resolves once no process has the mark; fails the test if that does not happen. */
export async function untilNoneHasMark(mark: string): Promise<void> {
  const deadline = performance.now() + HANG_MS;
  while (processesWithMark(mark).length > 0) {
    if (performance.now() > deadline) throw new Error(`still running: ${processesWithMark(mark).join(', ')}`);
    await sleep(10);
  }
}

export function killAllWithMark(mark: string): void {
  for (const pid of processesWithMark(mark)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // Ended by itself meanwhile.
    }
  }
}

function fromProc(wanted: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => hasInEnvironment(pid, wanted))
    .map(Number);
}

function hasInEnvironment(pid: string, wanted: string): boolean {
  try {
    // A zombie's environment is empty, which is what makes it dead here.
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(wanted);
  } catch {
    return false;
  }
}

function fromPs(wanted: string): number[] {
  return execFileSync('ps', ['axeww', '-o', 'pid=,stat=,command='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(wanted) && !/^\s*\d+\s+Z/.test(line))
    .map((line) => Number.parseInt(line, 10));
}

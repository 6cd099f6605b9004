import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;
const SAMPLE_MS = 100;

/** Of all children that this process has waited for, with theirs; Linux. */
export function cpuSeconds() {
  const [user, system] = statOf('self').slice(13, 15).map(Number);
  return (user + system) / TICKS_PER_SECOND;
}

/** The largest proportional set size (what is shared counts once) of all descendants but some, in MB. */
export class MemoryWatch {
  #peak = 0;
  #timer;

  constructor(ignoredPids) {
    this.#timer = setInterval(() => {
      this.#peak = Math.max(this.#peak, memoryOfDescendants(ignoredPids));
    }, SAMPLE_MS);
  }

  stop() {
    clearInterval(this.#timer);
    return this.#peak;
  }
}

function memoryOfDescendants(ignoredPids) {
  const parents = new Map();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const fields = statOf(pid);
    if (fields !== null) parents.set(Number(pid), Number(fields[1]));
  }
  const isOurs = (pid) =>
    !ignoredPids.includes(pid) && pid > 1 && (pid === process.pid || isOurs(parents.get(pid) ?? 0));
  return [...parents.keys()]
    .filter((pid) => pid !== process.pid && isOurs(pid))
    .reduce((sum, pid) => sum + pss(pid), 0);
}

function pss(pid) {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0; // It ended meanwhile.
  }
}

/** From the state on: the name before it may hold anything. */
function statOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null; // It ended meanwhile.
  }
}

import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** Of all children that this process has waited for, with theirs; Linux. */
export function cpuSeconds() {
  return ticks(13, 15) / TICKS_PER_SECOND;
}

/** As {@link cpuSeconds}, with those of this process. */
export function ownCpuSeconds() {
  return ticks(11, 15) / TICKS_PER_SECOND;
}

function ticks(from, end) {
  return statOf('self')
    .slice(from, end)
    .reduce((sum, field) => sum + Number(field), 0);
}

/** The largest proportional set size (what is shared counts once) of all descendants but some, in MB. */
export class MemoryWatch {
  #peak = 0;
  #timer;

  constructor(ignoredPids, sampleMs = 100) {
    this.#timer = setInterval(() => {
      this.#peak = Math.max(this.#peak, memoryOfDescendants(ignoredPids));
    }, sampleMs);
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

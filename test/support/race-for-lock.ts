import { closeSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { lockJournal } from '../../src/batch/journal/journal-lock.js';
import { directoryPrefix } from '../../src/platform/process/owner-tag.js';

/**
 * Takes a journal's lock from the dead so many times, and each time seems to die holding it: the others, who do
 * the same at once, find a dead owner again. Prints how often it had the lock; 'broken' where somebody else had it
 * at the same time.
 */
const [journal = '', times = '0'] = process.argv.slice(2);
let had = 0;
while (had < Number(times)) {
  if (!isTaken()) continue;
  had += 1;
  closeSync(openSync(`${journal}.inside`, 'wx'));
  rmSync(`${journal}.inside`);
  // No process has such a number: the largest one is 4,194,304.
  const pid = 5_000_000 + (process.pid % 1000) * 10_000 + had;
  const dead = `${journal}.dead-${process.pid}`;
  writeFileSync(dead, `${hostname()} ${directoryPrefix()}-${pid}-lock\n`);
  renameSync(dead, `${journal}.lock`);
}
process.stdout.write(String(had));

function isTaken(): boolean {
  try {
    lockJournal(journal, 'results.jsonl');
    return true;
  } catch {
    return false;
  }
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { UnsupportedFailure } from '../outcome/outcome.js';
import { retrySafetyOfKind } from '../outcome/retry-safety.js';

/**
 * Returns the first rules file in these configuration directories of codex; null if there is none. The app server
 * has no setting that ignores them (`--ignore-rules` is for `codex exec` only).
 */
export function findRulesFile(configFolders: readonly string[]): string | null {
  for (const folder of configFolders.map((configFolder) => join(configFolder, 'rules'))) {
    const found = namesIn(folder).find((name) => name.endsWith('.rules') && hasRules(join(folder, name)));
    if (found !== undefined) return join(folder, found);
  }
  return null;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    // codex cannot read rules there either; most configurations have none.
    return [];
  }
}

/** Whether a file has more than comments. A file that cannot be read may have rules. */
function hasRules(file: string): boolean {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .some((line) => !/^\s*(#.*)?$/.test(line));
  } catch {
    return true;
  }
}

/** The failure of a turn in which rules would decide about commands in place of the host. */
export function rulesFileFailure(file: string): UnsupportedFailure {
  return {
    ok: false,
    kind: 'unsupported',
    capability: 'approvals',
    needs: 'a codex configuration without rules, or acceptRules: true',
    found: file,
    message: `The agent cannot decide about every command: the rules in ${file} allow or reject some before codex asks, and allowed commands run outside the sandbox. Remove the rules, use another CODEX_HOME, or set acceptRules: true.`,
    ...retrySafetyOfKind('unsupported'),
  };
}

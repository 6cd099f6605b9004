import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { UnsupportedFailure } from '../outcome/outcome.js';
import { retrySafetyOfKind } from '../outcome/retry-safety.js';

/**
 * The first file of rules in these directories of codex's configuration; null if there is none. codex has no
 * setting for its app server that leaves them out (`--ignore-rules` is for `codex exec` alone).
 */
export function findRulesFile(configFolders: readonly string[]): string | null {
  for (const folder of configFolders.map((configFolder) => join(configFolder, 'rules'))) {
    const found = namesIn(folder).find((name) => name.endsWith('.rules') && says(join(folder, name)));
    if (found !== undefined) return join(folder, found);
  }
  return null;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    // codex reads no rules there either; most configurations have none.
    return [];
  }
}

/** Whether a file has more than comments. One that cannot be read may well say something. */
function says(file: string): boolean {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .some((line) => !/^\s*(#.*)?$/.test(line));
  } catch {
    return true;
  }
}

/** Rules would decide about commands in place of the host. */
export function rulesFileFailure(file: string): UnsupportedFailure {
  return {
    ok: false,
    kind: 'unsupported',
    capability: 'approvals',
    needs: 'a codex configuration without rules, or acceptRules: true',
    found: file,
    message: `The agent cannot decide about every command: the rules in ${file} allow or refuse some before anyone is asked, and what they allow runs outside of the sandbox. Remove the rules, use another CODEX_HOME, or set acceptRules: true.`,
    ...retrySafetyOfKind('unsupported'),
  };
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Capability, capabilitiesOf } from '../../codex/capabilities.js';
import { codexHomeOf } from '../../codex/codex-home.js';
import { isAtLeast } from '../../codex/version.js';
import type { Answers } from './answers.js';
import { type DoctorContext, type Finding, ok, problem, warning } from './check.js';

/** The codex that this release was tested with; a test compares it with package.json. */
export const TESTED_CODEX = '0.171.0';

const UPDATE = "Update it with 'npm install -g @openai/codex'.";

/** Checks codex's version: how old it is, and which features it does not have. */
export async function checkVersion(context: DoctorContext, answers: Answers): Promise<Finding> {
  const answer = await answers.version();
  if (!answer.isCodex) {
    return warning(
      `'codex --version' does not print a codex version: it ${answer.reason}.`,
      'Check that it is codex, or set another path with --codex-path.',
    );
  }
  const { version } = answer;
  const capabilities = capabilitiesOf(version);
  const lacking = capabilities.filter(({ has }) => !has);
  const details = {
    version,
    tested: TESTED_CODEX,
    has: capabilities.filter(({ has }) => has).map(({ capability }) => capability),
    lacks: lacking.map(({ capability }) => capability),
  };
  const missed = lacking.filter(({ capability }) => isForCommands(capability));
  if (missed.length > 0) {
    const what = missed.map(({ what, since }) => `${what} (needs ${since})`);
    const sentence = `codex ${version} does not support ${what.join(', ')}.`;
    const isUseless = missed.some(({ capability }) => capability === 'exec_output_schema');
    return isUseless ? problem(sentence, UPDATE, details) : warning(sentence, UPDATE, details);
  }
  const newest = newer(TESTED_CODEX, await latestSeen(context));
  return ok(`codex ${version}${ageOf(version, newest)} supports everything.`, { ...details, newest });
}

/** Whether commands need the feature without a flag for it; agents are not commands. */
function isForCommands(capability: Capability): boolean {
  return !capability.startsWith('--') && capability !== 'tool_allowlist' && capability !== 'dynamic_tools';
}

/** Releases are numbered 0.N.0. Their dates are only in the registry, which is not queried. */
function ageOf(version: string, newest: string): string {
  const releases = minorOf(newest) - minorOf(version);
  if (releases <= 0) return '';
  return ` (${releases} minor ${releases === 1 ? 'release' : 'releases'} older than ${newest})`;
}

function minorOf(version: string): number {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major * 1000 + minor;
}

function newer(one: string, other: string | null): string {
  return other !== null && isAtLeast(other, one) ? other : one;
}

/** Reads the newest version that codex itself saw when it last checked for updates. */
async function latestSeen({ env }: DoctorContext): Promise<string | null> {
  try {
    const noted: unknown = JSON.parse(await readFile(join(codexHomeOf(env).path, 'version.json'), 'utf8'));
    const latest = (noted as { latest_version?: unknown } | null)?.latest_version;
    return typeof latest === 'string' && /^\d+\.\d+\.\d+$/.test(latest) ? latest : null;
  } catch {
    // No such file, or another format: newer releases are unknown.
    return null;
  }
}

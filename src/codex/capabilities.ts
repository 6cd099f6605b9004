import type { UnsupportedFailure } from '../outcome/outcome.js';
import { retrySafetyOfKind } from '../outcome/retry-safety.js';
import { isAtLeast } from './version.js';

/** A feature that older codex releases do not have. A flag of `codex exec` is named as the flag. */
export type Capability = keyof typeof FLOORS;

interface Floor {
  /** The first release on npm that has it, measured with `node scripts/codex-matrix.mjs`. */
  readonly since: string;
  /** Completes "codex 0.77.0 does not support …". */
  readonly what: string;
  /**
   * `rejects`: a codex without it rejects the call before any part of the turn runs. `ignores`: it would run the
   * turn without the feature.
   */
  readonly without: 'rejects' | 'ignores';
  /** An alternative to updating codex, as a clause. */
  readonly instead?: string;
}

const USE_EXEC = 'use the exec transport';

/** The minimum release per feature, for every command, transport, bridge, agent and rehearsal. */
const FLOORS = {
  // 0.42.0 accepts a schema but writes events in another format: the turn would be wasted.
  exec_output_schema: floor('0.44.0', 'output schemas', 'rejects'),
  resume_output_schema: floor('0.132.0', 'output schemas when it resumes a session', 'rejects'),
  exec_fork: floor('0.148.0', 'forking a session', 'rejects'),
  '--enable': floor('0.47.0', '--enable', 'rejects'),
  '--disable': floor('0.47.0', '--disable', 'rejects'),
  '--add-dir': floor('0.59.0', '--add-dir', 'rejects'),
  '--local-provider': floor('0.59.0', '--local-provider', 'rejects'),
  '--ephemeral': floor('0.99.0', '--ephemeral', 'rejects'),
  '--ignore-user-config': floor('0.122.0', '--ignore-user-config', 'rejects'),
  '--ignore-rules': floor('0.122.0', '--ignore-rules', 'rejects'),
  '--strict-config': floor('0.131.0', '--strict-config', 'rejects'),
  '--dangerously-bypass-hook-trust': floor('0.131.0', '--dangerously-bypass-hook-trust', 'rejects'),
  '--approve-for-me': floor('0.147.0', '--approve-for-me', 'rejects'),
  '--thread-source': floor('0.150.0', '--thread-source', 'rejects'),
  '--worktree': floor('0.154.0', '--worktree', 'rejects'),
  '--cyber-access-program': floor('0.161.0', '--cyber-access-program', 'rejects'),
  '--trust': floor('0.169.0', '--trust', 'rejects'),
  app_server: floor('0.59.0', 'turns over the app server', 'ignores', USE_EXEC),
  app_server_output_schema: floor('0.79.0', 'output schemas over the app server', 'ignores', USE_EXEC),
  'thread/fork': floor('0.80.0', 'forking a thread over the app server', 'rejects'),
  dynamic_tools: floor('0.92.0', 'tools of the caller', 'ignores'),
  // Older releases sort threads of all folders together, and would resume another one.
  app_server_resume_last: floor(
    '0.104.0',
    'resuming the latest thread over the app server',
    'ignores',
    'name the thread',
  ),
  app_server_ephemeral: floor('0.107.0', 'ephemeral threads over the app server', 'ignores', USE_EXEC),
  app_server_add_dir: floor('0.131.0', 'more writable directories over the app server', 'ignores', USE_EXEC),
  additional_context: floor('0.135.0', 'additional context', 'ignores'),
  tool_allowlist: floor('0.171.0', 'a list of allowed tools', 'ignores'),
  // Older releases connect to OpenAI for their models or the answer, whatever provider they are given.
  rehearsal_exec: floor('0.99.0', 'rehearsals', 'ignores'),
  rehearsal_app_server: floor('0.99.0', 'rehearsals over the app server', 'ignores'),
};

function floor(since: string, what: string, without: Floor['without'], instead?: string): Floor {
  return { since, what, without, ...(instead === undefined ? {} : { instead }) };
}

/** A feature that a call needs. */
export interface Need {
  readonly capability: Capability;
  /** codex would reject the call only after a turn, which is too late. */
  readonly isLater?: true;
}

/**
 * Returns the failure of a call whose needs this release does not meet (for several: the newest feature); null if it
 * meets all. Must be called before anything is sent to codex.
 *
 * @param version - null if unknown: then only needs whose absence makes codex itself reject the call are met
 */
export function missingCapability(needs: readonly Need[], version: string | null): UnsupportedFailure | null {
  let newest: Capability | null = null;
  for (const need of needs) {
    if (!isMissing(need, version)) continue;
    if (newest === null || !isAtLeast(FLOORS[newest].since, FLOORS[need.capability].since))
      newest = need.capability;
  }
  return newest === null ? null : unsupportedFailure(newest, version);
}

function isMissing({ capability, isLater }: Need, version: string | null): boolean {
  const { since, without } = FLOORS[capability];
  if (version !== null) return !isAtLeast(version, since);
  return without === 'ignores' || isLater === true;
}

/**
 * Returns the failure of a call that needs a feature this codex does not have.
 *
 * @param isProven - codex itself rejected the call, so that its version need not be known
 */
export function unsupportedFailure(
  capability: Capability,
  version: string | null,
  isProven = false,
): UnsupportedFailure {
  const { since, what, instead } = FLOORS[capability];
  const or = instead === undefined ? '' : `, or ${instead}`;
  const verdict =
    version === null && !isProven
      ? `The version of this codex is unknown, and an older one does not support ${what}`
      : `${version === null ? 'This codex' : `codex ${version}`} does not support ${what}`;
  return {
    ok: false,
    kind: 'unsupported',
    message: `${verdict} (needs ${since} or later). Update it with 'npm install -g @openai/codex'${or}.`,
    ...retrySafetyOfKind('unsupported'),
    capability,
    needs: since,
    found:
      version === null ? (isProven ? 'an older codex' : 'a codex of unknown version') : `codex ${version}`,
  };
}

/** Returns the feature that a flag of `codex exec` stands for; null if every supported release has the flag. */
export function capabilityOfFlag(flag: string): Capability | null {
  return flag.startsWith('--') && Object.hasOwn(FLOORS, flag) ? (flag as Capability) : null;
}

/** Returns the feature that a method of the app server stands for; null if it is not a feature of its own. */
export function capabilityOfMethod(method: string): Capability | null {
  return method.includes('/') && Object.hasOwn(FLOORS, method) ? (method as Capability) : null;
}

/** Lists every feature, with whether a release has it. */
export function capabilitiesOf(version: string): readonly {
  readonly capability: Capability;
  readonly what: string;
  readonly since: string;
  readonly has: boolean;
}[] {
  return Object.entries(FLOORS).map(([capability, { since, what }]) => ({
    capability: capability as Capability,
    what,
    since,
    has: isAtLeast(version, since),
  }));
}

import { resolve } from 'node:path';
import type { AskForApproval, SandboxPolicy } from '../../app-server/generated/protocol.js';
import type { SandboxMode } from '../../codex/command.js';
import type { OpenedThread } from '../../run/threads/options.js';
import type { AgentOptions } from '../agent-options.js';
import { noRetryProfileFor, type SandboxSelection } from './no-retry-profiles.js';
import type { SandboxExit } from './sandbox-exit.js';
import { sandboxModeOf, sandboxPolicyOf } from './sandbox-mode.js';

/** The sandbox in which the calls of one turn run. */
export interface TurnSandbox {
  /** The directory of the turn. */
  readonly cwd: string;
  /** The folders of the workspace. */
  readonly roots: readonly string[];
  /** Undefined if it is not known. */
  readonly policy: SandboxPolicy | undefined;
  /** The ways in which each command of the turn leaves the sandbox, whatever the model says about it. */
  readonly exits: readonly SandboxExit[];
  /** What the turn is started with. */
  readonly start: SandboxSelection;
}

/** The settings of a session's turns so far: codex keeps them for the turns that follow. */
export interface TurnSettings {
  readonly cwd: string;
  readonly sandboxPolicy: SandboxPolicy | undefined;
  readonly approvalPolicy: AskForApproval;
}

/**
 * Returns the sandbox of a turn, from what the host wants and from what codex says about the thread.
 *
 * @param profiles - the names of the permission profiles that the thread knows
 */
export function turnSandbox(
  options: AgentOptions,
  settings: TurnSettings,
  opened: OpenedThread | null,
  profiles: readonly string[],
): TurnSandbox {
  const { cwd, sandboxPolicy } = settings;
  const { addDirs = [] } = options;
  const mode = sandboxModeOf(options);
  const wanted = mode === null ? undefined : sandboxPolicyOf(mode, addDirs, cwd);
  const policy = sandboxPolicy ?? wanted ?? opened?.sandbox ?? undefined;
  const start = sandboxPolicy === undefined ? noRetryProfileFor(mode, profiles) : { sandboxPolicy };
  const roots = [cwd, ...addDirs.map((folder) => resolve(options.cwd ?? '.', folder))];
  return {
    cwd,
    roots: policy?.type === 'workspaceWrite' ? [...roots, ...policy.writableRoots] : roots,
    policy,
    exits: exitsOf(mode, settings, policy, start),
    start,
  };
}

function exitsOf(
  mode: SandboxMode | null,
  { approvalPolicy }: TurnSettings,
  policy: SandboxPolicy | undefined,
  start: SandboxSelection,
): readonly SandboxExit[] {
  if (policy === undefined) return [{ kind: 'unknown' }];
  if (policy.type === 'dangerFullAccess' || policy.type === 'externalSandbox') {
    // If the host has made the agent without a sandbox, a call cannot leave one.
    return mode === 'danger-full-access' ? [] : [{ kind: 'noSandbox' }];
  }
  const retries = approvalPolicy !== 'on-request' && approvalPolicy !== 'never';
  return 'permissions' in start || !retries ? [] : [{ kind: 'retryIfStopped' }];
}

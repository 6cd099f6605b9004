import { resolve } from 'node:path';
import type { SandboxMode } from '../../codex/command.js';
import type { OpenedThread } from '../../run/app-server/options.js';
import type { AskForApproval, SandboxPolicy } from '../../transports/app-server/generated/protocol.js';
import type { AgentOptions } from '../agent-options.js';
import { sandboxPolicyOf } from '../sandbox.js';
import { noRetryProfileFor, type SandboxSelection } from './no-retry-profiles.js';
import type { SandboxExit } from './sandbox-exit.js';
import { sandboxModeOf } from './sandbox-mode.js';

/** The sandbox that holds the calls of one turn. */
export interface TurnSandbox {
  /** Where the turn works. */
  readonly cwd: string;
  /** The folders that make up the workspace. */
  readonly roots: readonly string[];
  /** Undefined where nobody has said it yet. */
  readonly policy: SandboxPolicy | undefined;
  /** With which each command leaves the sandbox, whatever the model says of it. */
  readonly exits: readonly SandboxExit[];
  /** What the turn is started with. */
  readonly start: SandboxSelection;
}

/** What the options of a task's turns say so far: codex keeps them for the turns that follow. */
export interface TurnSettings {
  readonly cwd: string;
  readonly sandboxPolicy: SandboxPolicy | undefined;
  readonly approvalPolicy: AskForApproval;
}

/**
 * The sandbox of a turn, from what the host wants and from what codex says of the thread.
 *
 * @param held - the permission profiles that the thread knows
 */
export function turnSandbox(
  options: AgentOptions,
  settings: TurnSettings,
  opened: OpenedThread | null,
  held: readonly string[],
): TurnSandbox {
  const { cwd, sandboxPolicy } = settings;
  const { addDirs = [] } = options;
  const mode = sandboxModeOf(options);
  const own = mode === null ? undefined : sandboxPolicyOf({ sandbox: mode, addDirs }, cwd);
  const policy = sandboxPolicy ?? own ?? opened?.sandbox ?? undefined;
  const start = sandboxPolicy === undefined ? noRetryProfileFor(mode, held) : { sandboxPolicy };
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
    // Where the host has made the agent without a sandbox, there is none that a call could leave.
    return mode === 'danger-full-access' ? [] : [{ kind: 'noSandbox' }];
  }
  const retries = approvalPolicy !== 'on-request' && approvalPolicy !== 'never';
  return 'permissions' in start || !retries ? [] : [{ kind: 'retryIfStopped' }];
}

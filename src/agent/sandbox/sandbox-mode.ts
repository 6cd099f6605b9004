import { resolve } from 'node:path';
import type { SandboxPolicy } from '../../app-server/generated/protocol.js';
import type { SandboxMode } from '../../codex/command.js';
import type { AgentOptions } from '../agent-options.js';

type Options = Pick<AgentOptions, 'sandbox' | 'threadConfig' | 'config'>;

const MODES: readonly SandboxMode[] = ['read-only', 'workspace-write', 'danger-full-access'];

/**
 * Returns the sandbox that the host wants for an agent: its option, or what its own configuration says. Without
 * either it is `read-only`, since the user's configuration must not decide for the host. Null: the host has chosen
 * a permission profile, which is none of these modes.
 */
export function sandboxModeOf({ sandbox, threadConfig = {}, config = [] }: Options): SandboxMode | null {
  if (sandbox !== undefined) return sandbox;
  const chosen = threadConfig['sandbox_mode'] ?? overrideOf('sandbox_mode', config);
  const mode = MODES.find((candidate) => candidate === chosen);
  if (mode !== undefined) return mode;
  const profile = threadConfig['default_permissions'] ?? overrideOf('default_permissions', config);
  return (profile ?? null) === null ? 'read-only' : null;
}

/** Whether the host has changed what `workspace-write` means for its agent. */
export function customizesWorkspaceWrite({ threadConfig = {}, config = [] }: Options): boolean {
  const names = [...Object.keys(threadConfig), ...config.map((override) => override.trim())];
  return names.some((name) => name.startsWith('sandbox_workspace_write'));
}

/** Returns a mode in the form in which codex reports the sandbox of a thread. */
export function sandboxPolicyOf(mode: SandboxMode, addDirs: readonly string[], cwd: string): SandboxPolicy {
  switch (mode) {
    case 'danger-full-access':
      return { type: 'dangerFullAccess' };
    case 'read-only':
      return { type: 'readOnly', networkAccess: false };
    case 'workspace-write':
      return {
        type: 'workspaceWrite',
        writableRoots: addDirs.map((folder) => resolve(cwd, folder)),
        networkAccess: false,
        excludeTmpdirEnvVar: false,
        excludeSlashTmp: false,
      };
  }
}

/** Returns the last value that `-c name=value` gives; codex reads a value that is not TOML as plain text. */
function overrideOf(name: string, config: readonly string[]): string | null {
  const values = config.flatMap((override) => {
    const [key = '', ...rest] = override.split('=');
    const value = rest.join('=').trim();
    return key.trim() === name ? [value.replace(/^(["'])(.*)\1$/, '$2')] : [];
  });
  return values.at(-1) ?? null;
}

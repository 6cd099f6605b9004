import type { SandboxMode } from '../../codex/command.js';
import type { AgentOptions } from '../agent-options.js';

type Options = Pick<AgentOptions, 'sandbox' | 'threadConfig' | 'config'>;

const MODES: readonly SandboxMode[] = ['read-only', 'workspace-write', 'danger-full-access'];

/**
 * The sandbox that the host wants for an agent: its option, or what its own configuration says. Without either
 * it is `read-only`, since nothing of the user's configuration decides for the host. Null: the host has chosen a
 * permission profile, which has no name among these.
 */
export function sandboxModeOf({ sandbox, threadConfig = {}, config = [] }: Options): SandboxMode | null {
  if (sandbox !== undefined) return sandbox;
  const chosen = threadConfig['sandbox_mode'] ?? overrideOf('sandbox_mode', config);
  const mode = MODES.find((one) => one === chosen);
  if (mode !== undefined) return mode;
  const profile = threadConfig['default_permissions'] ?? overrideOf('default_permissions', config);
  return (profile ?? null) === null ? 'read-only' : null;
}

/** Whether the host has changed what `workspace-write` means for its agent. */
export function customizesWorkspaceWrite({ threadConfig = {}, config = [] }: Options): boolean {
  const names = [...Object.keys(threadConfig), ...config.map((override) => override.trim())];
  return names.some((name) => name.startsWith('sandbox_workspace_write'));
}

/** The last value that `-c name=value` gives; codex reads a value that is not TOML as plain text. */
function overrideOf(name: string, config: readonly string[]): string | null {
  const values = config.flatMap((override) => {
    const [key = '', ...rest] = override.split('=');
    return key.trim() === name
      ? [
          rest
            .join('=')
            .trim()
            .replace(/^(["'])(.*)\1$/, '$2'),
        ]
      : [];
  });
  return values.at(-1) ?? null;
}

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { SandboxMode } from '../../codex/command.js';
import type { JsonObject } from '../../json/value.js';
import type { SandboxPolicy } from '../../transports/app-server/generated/protocol.js';
import type { AgentOptions } from '../agent-options.js';
import { customizesWorkspaceWrite, sandboxModeOf } from './sandbox-mode.js';

/**
 * With `untrusted`, codex runs a command that was approved a second time if the sandbox stops it: without the
 * sandbox, and without asking again (0.171.0). It does not where a sandbox keeps a folder from being read, since
 * nothing else would. So the turns of an agent have such a sandbox, with a folder that nobody needs.
 */
const PROFILES = {
  'read-only': { name: 'codex_structured_read_only', extends: ':read-only' },
  'workspace-write': { name: 'codex_structured_workspace', extends: ':workspace' },
} as const satisfies Partial<Record<SandboxMode, { readonly name: string; readonly extends: string }>>;

/** What a turn is started with: a profile, a policy of the host's, or what the thread has. */
export type SandboxSelection =
  | { readonly permissions: string }
  | { readonly sandboxPolicy: SandboxPolicy }
  | Readonly<Record<never, never>>;

/** The names of these profiles, and the configuration of a thread that knows them. */
export interface NoRetryProfiles {
  readonly names: readonly string[];
  readonly config: JsonObject;
}

/** @param folder - private to this agent */
export async function createNoRetryProfiles(folder: string, options: AgentOptions): Promise<NoRetryProfiles> {
  const mode = sandboxModeOf(options);
  // On Windows not every sandbox can keep a folder from being read.
  const canBeHeld = process.platform !== 'win32' && !customizesWorkspaceWrite(options);
  if (!canBeHeld || mode === null || mode === 'danger-full-access') return { names: [], config: {} };
  const unread = join(folder, 'unread');
  await mkdir(unread, { mode: 0o700 });
  const profiles = Object.values(PROFILES);
  return {
    names: profiles.map(({ name }) => name),
    config: Object.fromEntries(
      profiles.map((profile) => [
        `permissions.${profile.name}`,
        { extends: profile.extends, filesystem: { [unread]: 'deny' } },
      ]),
    ),
  };
}

/** The profile in the place of the sandbox that the thread would have; none where that has no equal. */
export function noRetryProfileFor(sandbox: SandboxMode | null, known: readonly string[]): SandboxSelection {
  if (sandbox === null || sandbox === 'danger-full-access') return {};
  const { name } = PROFILES[sandbox];
  return known.includes(name) ? { permissions: name } : {};
}

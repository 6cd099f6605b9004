import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { SandboxPolicy } from '../../app-server/generated/protocol.js';
import type { SandboxMode } from '../../codex/command.js';
import type { JsonObject } from '../../json/value.js';
import type { AgentOptions } from '../agent-options.js';
import { customizesWorkspaceWrite, sandboxModeOf } from './sandbox-mode.js';

/**
 * With `untrusted`, if the sandbox stops an approved command, codex runs it a second time without the sandbox and
 * without asking (0.171.0). It does not if the sandbox forbids reading some folder, because nothing else would
 * enforce that. The turns of an agent therefore have such a sandbox, with a folder that nobody needs.
 */
const PROFILES = {
  'read-only': { name: 'codex_structured_read_only', extends: ':read-only' },
  'workspace-write': { name: 'codex_structured_workspace', extends: ':workspace' },
} as const satisfies Partial<Record<SandboxMode, { readonly name: string; readonly extends: string }>>;

/** What a turn is started with: a profile, a policy of the host, or nothing (the sandbox of the thread). */
export type SandboxSelection =
  | { readonly permissions: string }
  | { readonly sandboxPolicy: SandboxPolicy }
  | Readonly<Record<never, never>>;

/** The names of these profiles, and the configuration that makes them known to a thread. */
export interface NoRetryProfiles {
  readonly names: readonly string[];
  readonly config: JsonObject;
}

/** @param folder - private to this agent session */
export async function createNoRetryProfiles(folder: string, options: AgentOptions): Promise<NoRetryProfiles> {
  const mode = sandboxModeOf(options);
  // On Windows, not every sandbox can forbid reading a folder.
  const isSupported = process.platform !== 'win32' && !customizesWorkspaceWrite(options);
  if (!isSupported || mode === null || mode === 'danger-full-access') return { names: [], config: {} };
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

/** Returns the profile that replaces the sandbox of a thread; nothing if there is no equivalent. */
export function noRetryProfileFor(sandbox: SandboxMode | null, known: readonly string[]): SandboxSelection {
  if (sandbox === null || sandbox === 'danger-full-access') return {};
  const { name } = PROFILES[sandbox];
  return known.includes(name) ? { permissions: name } : {};
}

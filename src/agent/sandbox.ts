import { resolve } from 'node:path';
import type { SandboxPolicy } from '../transports/app-server/generated/protocol.js';
import type { AgentOptions } from './agent-options.js';

/** The sandbox of the agent as a policy; undefined where codex's configuration decides. */
export function sandboxPolicyOf(
  { sandbox, addDirs = [] }: Pick<AgentOptions, 'sandbox' | 'addDirs'>,
  cwd: string,
): SandboxPolicy | undefined {
  switch (sandbox) {
    case undefined:
      return undefined;
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

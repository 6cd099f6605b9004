import { resolve } from 'node:path';
import { workingDirectory } from '../../codex/working-directory.js';
import { type Fields, fieldsOf, stringOf } from '../../json/fields.js';
import type * as protocol from '../generated/protocol.js';
import type { Configuration } from './configuration.js';

/** A sandbox in the form that a turn takes it. */
export type TurnSandbox =
  | { readonly sandboxPolicy: protocol.SandboxPolicy }
  | { readonly permissions: string };

/** What a thread is asked for, as far as its sandbox depends on it. */
export type SandboxRequest = Pick<protocol.ThreadStartParams, 'sandbox' | 'config' | 'cwd'>;

/**
 * The sandbox that codex would give a thread; null if nothing names one, so that codex's default holds.
 *
 * A mode that the caller names wins, then the highest layer of the configuration that names a mode or a
 * profile of permissions; a layer that names both means the profile. That is codex's own order.
 */
export function configuredSandbox(
  { effective, layers }: Configuration,
  { sandbox, config, cwd }: SandboxRequest,
): TurnSandbox | null {
  const own = fieldsOf(config) ?? {};
  const policy = (mode: unknown) =>
    policyOf(mode, workspaceWriteOf(effective, own), cwd ?? workingDirectory());
  if (typeof sandbox === 'string') return policy(sandbox);
  const flags = layers.find((layer) => layer.type === 'sessionFlags')?.values ?? {};
  const rest = layers.filter((layer) => layer.type !== 'sessionFlags').map((layer) => layer.values);
  // The caller's configuration of the thread and `-c` are one layer to codex.
  for (const values of [{ ...flags, ...own }, profileOf(effective), ...rest]) {
    const permissions = stringOf(values['default_permissions']);
    if (permissions !== null) return { permissions };
    const named = policy(values['sandbox_mode']);
    if (named !== null) return named;
  }
  return null;
}

/** Before profiles had files of their own, a table of `config.toml` could name a mode. */
function profileOf(effective: Fields): Fields {
  const name = stringOf(effective['profile']);
  return (name === null ? null : fieldsOf(fieldsOf(effective['profiles'])?.[name])) ?? {};
}

const WORKSPACE_WRITE = 'sandbox_workspace_write';

function workspaceWriteOf(effective: Fields, own: Fields): Fields {
  const prefix = `${WORKSPACE_WRITE}.`;
  const dotted = Object.entries(own).filter(([name]) => name.startsWith(prefix));
  return {
    ...fieldsOf(effective[WORKSPACE_WRITE]),
    ...fieldsOf(own[WORKSPACE_WRITE]),
    ...Object.fromEntries(dotted.map(([name, value]) => [name.slice(prefix.length), value])),
  };
}

function policyOf(mode: unknown, options: Fields, cwd: string): TurnSandbox | null {
  switch (mode) {
    case 'danger-full-access':
      return { sandboxPolicy: { type: 'dangerFullAccess' } };
    case 'read-only':
      return { sandboxPolicy: { type: 'readOnly', networkAccess: false } };
    case 'workspace-write': {
      const roots: readonly unknown[] = Array.isArray(options['writable_roots'])
        ? options['writable_roots']
        : [];
      return {
        sandboxPolicy: {
          type: 'workspaceWrite',
          writableRoots: roots.filter((root) => typeof root === 'string').map((root) => resolve(cwd, root)),
          networkAccess: options['network_access'] === true,
          excludeTmpdirEnvVar: options['exclude_tmpdir_env_var'] === true,
          excludeSlashTmp: options['exclude_slash_tmp'] === true,
        },
      };
    }
    default:
      return null;
  }
}

/**
 * A setting that changes nothing, for a thread that is resumed or forked without a sandbox: codex takes the
 * sandbox from its configuration if the request says anything about one, and from the thread's past, which
 * may have been `danger-full-access`, if not.
 */
export function sandboxOfConfiguration(
  { effective }: Configuration,
  { sandbox, config }: SandboxRequest,
): Record<string, boolean> {
  const names = Object.keys(config ?? {});
  const saysSo = names.some((name) =>
    /^(sandbox_mode|default_permissions|sandbox_workspace_write)\b/.test(name),
  );
  if (typeof sandbox === 'string' || saysSo) return {};
  const network = fieldsOf(effective[WORKSPACE_WRITE])?.['network_access'] === true;
  return { [`${WORKSPACE_WRITE}.network_access`]: network };
}

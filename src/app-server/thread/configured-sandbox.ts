import { resolve } from 'node:path';
import { workingDirectory } from '../../codex/working-directory.js';
import { type Fields, fieldsOf, stringOf } from '../../json/fields.js';
import type * as protocol from '../generated/protocol.js';
import type { Configuration } from './configuration.js';

/** A sandbox in the form of `turn/start`. */
export type TurnSandbox =
  | { readonly sandboxPolicy: protocol.SandboxPolicy }
  | { readonly permissions: string };

/** The members of a thread request that determine its sandbox. */
export type SandboxRequest = Pick<protocol.ThreadStartParams, 'sandbox' | 'config' | 'cwd'>;

/**
 * Returns the sandbox that codex would give a thread; null if none is set, so that codex's default applies.
 *
 * As in codex, the caller's mode comes first, then the highest configuration layer that sets a mode or a permission
 * profile; if a layer sets both, the profile wins.
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
  // codex treats the thread's own configuration and `-c` as one layer.
  for (const values of [{ ...flags, ...own }, profileOf(effective), ...rest]) {
    const permissions = stringOf(values['default_permissions']);
    if (permissions !== null) return { permissions };
    const named = policy(values['sandbox_mode']);
    if (named !== null) return named;
  }
  return null;
}

/** Older releases keep profiles in a table of `config.toml`. */
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
 * Returns a configuration override that changes nothing, for a thread that is resumed or forked without a sandbox.
 * With any setting of the sandbox in the request, codex takes it from its configuration; without one, from the thread's
 * past, which may have been `danger-full-access`.
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

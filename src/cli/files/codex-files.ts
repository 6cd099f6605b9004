import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { findCodex, isInstallation } from '../../codex/find.js';
import type { ParsedFlags } from '../args/parsed-flags.js';
import type { CliIo } from '../io.js';
import type { NamedFile } from './named-file.js';

/** Variables that name a file which codex, or Node, reads. */
const VARIABLES = ['CODEX_PATH', 'CODEX_CA_CERTIFICATE', 'SSL_CERT_FILE', 'NODE_EXTRA_CA_CERTS'] as const;

/** Returns the files that every run of codex reads: codex itself, its configuration and certificates. */
export function codexFiles(flags: ParsedFlags, env: CliIo['env'], cwd: string): readonly NamedFile[] {
  const home = codexHome(env, cwd);
  const profile = flags.text('profile');
  const names = ['config.toml', 'auth.json', ...(profile === undefined ? [] : [`${profile}.config.toml`])];
  const configuration = (home === null ? [] : names).map((name) => ({
    flag: `codex's ${name}`,
    name,
    path: join(home ?? '', name),
    use: 'input' as const,
  }));
  const project = join('.codex', 'config.toml');
  const work = resolve(cwd, flags.text('cd') ?? '');
  return [
    ...program(flags, env, cwd),
    ...configuration,
    { flag: "the project's configuration of codex", name: project, path: join(work, project), use: 'input' },
    ...VARIABLES.flatMap((variable) => {
      const name = env[variable];
      if (!name) return [];
      return [{ flag: `$${variable}`, name, path: resolve(cwd, name), use: 'input' as const }];
    }),
  ];
}

/** Returns the codex that the run would find. Starting it reports if there is none. */
function program(flags: ParsedFlags, env: CliIo['env'], cwd: string): readonly NamedFile[] {
  const codexPath = flags.text('codex-path');
  const found = findCodex({ ...(codexPath === undefined ? {} : { codexPath }), env, cwd });
  if (!isInstallation(found)) return [];
  // A launcher of npm is a script, which Node runs.
  return [found.path, ...found.prefixArgs].map((path) => ({ flag: 'codex', name: path, path, use: 'input' }));
}

/** Returns null for a user without a home directory, as in a container. */
function codexHome(env: CliIo['env'], cwd: string): string | null {
  if (env['CODEX_HOME']) return resolve(cwd, env['CODEX_HOME']);
  try {
    return join(env['HOME'] || homedir(), '.codex');
  } catch {
    // codex reports what is wrong.
    return null;
  }
}

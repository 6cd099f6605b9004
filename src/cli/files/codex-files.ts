import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { ParsedFlags } from '../args/parsed-flags.js';
import type { CliIo } from '../io.js';
import type { NamedFile } from './named-files.js';

/** Variables that name a file which codex, or Node, reads. */
const VARIABLES = ['CODEX_PATH', 'CODEX_CA_CERTIFICATE', 'SSL_CERT_FILE', 'NODE_EXTRA_CA_CERTS'] as const;

/** What every run of codex reads, though no argument names it: its configuration and certificates. */
export function codexFiles(flags: ParsedFlags, { env, cwd }: CliIo): readonly NamedFile[] {
  const home = resolve(cwd, env['CODEX_HOME'] || join(env['HOME'] || homedir(), '.codex'));
  const profile = flags.text('profile');
  const configuration = [
    'config.toml',
    'auth.json',
    ...(profile === undefined ? [] : [`${profile}.config.toml`]),
  ].map((name) => ({ flag: `codex's ${name}`, name, path: join(home, name), use: 'input' as const }));
  const project = join('.codex', 'config.toml');
  const work = resolve(cwd, flags.text('cd') ?? '');
  return [
    ...configuration,
    { flag: "the project's configuration of codex", name: project, path: join(work, project), use: 'input' },
    ...VARIABLES.flatMap((variable) => {
      const name = env[variable];
      if (!name) return [];
      return [{ flag: `$${variable}`, name, path: resolve(cwd, name), use: 'input' as const }];
    }),
  ];
}

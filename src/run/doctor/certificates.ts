import { readdir, readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileProblem } from '../../platform/files/file-problem.js';
import { type DoctorContext, type Finding, ok, warning } from './check.js';

/** What codex and Node read certificates from: the first three are codex's, the last is of this program. */
const VARIABLES = ['CODEX_CA_CERTIFICATE', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'NODE_EXTRA_CA_CERTS'] as const;

const PEM = /^-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----$/m;

/**
 * Checks the certificates that variables name. codex 0.171.0 ignores what it cannot read and uses those of the system,
 * so a server behind a company's own authority cannot be reached, and codex does not say why.
 */
export async function checkCertificates({ env, cwd }: DoctorContext): Promise<Finding> {
  const set = VARIABLES.filter((name) => env[name]);
  if (set.length === 0) return ok('No variable names certificates; those of the system are used.');
  const found = await Promise.all(
    set.map(async (name) => ({ name, problem: await problemOf(name, resolve(cwd, env[name] ?? '')) })),
  );
  const unusable = found.flatMap(({ name, problem }) => (problem === null ? [] : [{ name, problem }]));
  const details = { set, unusable: unusable.map(({ name }) => name) };
  if (unusable.length === 0) return ok(`Certificates can be read (${set.join(', ')}).`, details);
  return warning(
    `Certificates are ignored: ${unusable.map(({ name, problem }) => `${name} (${env[name]}): ${problem}`).join('; ')}.`,
    `Correct or unset ${unusable.map(({ name }) => name).join(' and ')}.`,
    details,
  );
}

async function problemOf(name: (typeof VARIABLES)[number], path: string): Promise<string | null> {
  const isDirectory = name === 'SSL_CERT_DIR';
  try {
    const stats = await stat(path);
    if (isDirectory) return (await readdir(path)).length === 0 ? 'it is empty' : null;
    if (!stats.isFile()) return 'it is not a file';
    return PEM.test((await readFile(path, 'latin1')).replaceAll('\r', ''))
      ? null
      : 'it has no PEM certificate';
  } catch (error) {
    return fileProblem(error, isDirectory ? 'directory' : 'file');
  }
}

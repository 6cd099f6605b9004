import { type DoctorContext, type Finding, ok, warning } from './check.js';

const PROXIES = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'] as const;

/** Entries of NO_PROXY that exclude this machine. */
const COVERS_LOOPBACK = /^(\*|127\.0\.0\.1|127\.0\.0\.0\/8|127\.\*)$/;

/**
 * Checks for a proxy that would also get requests to providers and bridges on this machine. Reports only the names of
 * variables: the address may contain a password.
 */
export function checkProxy({ env }: DoctorContext): Finding {
  const set = PROXIES.flatMap((name) => [name, name.toLowerCase()]).filter((name) => env[name]);
  if (set.length === 0) return ok('No proxy is set.');
  const exceptions = `${env['NO_PROXY'] ?? ''},${env['no_proxy'] ?? ''}`
    .split(',')
    .map((entry) => entry.trim());
  const names = set.join(', ');
  if (exceptions.some((entry) => COVERS_LOOPBACK.test(entry))) {
    return ok(`A proxy is set (${names}), and NO_PROXY excludes 127.0.0.1.`, { set });
  }
  return warning(
    `The proxy (${names}) also receives requests to 127.0.0.1, for local models and bridges.`,
    'Add 127.0.0.1 and localhost to NO_PROXY.',
    { set },
  );
}

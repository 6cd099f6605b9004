import { type DoctorContext, type Finding, ok, warning } from './check.js';

const PROXIES = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'] as const;

/** How NO_PROXY says that this machine is not to be asked for through a proxy. */
const COVERS_LOOPBACK = /^(\*|127\.0\.0\.1|127\.0\.0\.0\/8|127\.\*)$/;

/** A proxy of the environment that would be asked for providers and bridges on this machine too. Names only:
 * its address may hold a password. */
export function checkProxy({ env }: DoctorContext): Finding {
  const set = PROXIES.flatMap((name) => [name, name.toLowerCase()]).filter((name) => env[name]);
  if (set.length === 0) return ok('No proxy is set.');
  const exceptions = `${env['NO_PROXY'] ?? ''},${env['no_proxy'] ?? ''}`
    .split(',')
    .map((entry) => entry.trim());
  const names = set.join(', ');
  if (exceptions.some((entry) => COVERS_LOOPBACK.test(entry))) {
    return ok(`A proxy is set (${names}), and NO_PROXY leaves out 127.0.0.1.`, { set });
  }
  return warning(
    `A proxy is set (${names}) that also catches what goes to 127.0.0.1: local models and bridges.`,
    'Add 127.0.0.1 and localhost to NO_PROXY.',
    { set },
  );
}

import type { Flag } from '../flags/flag.js';

/**
 * The arguments with two things written as the parser understands them: `--envelope` alone means its first
 * choice (or the next word would be taken for its value), and `--schema -` means stdin (or the dash would be
 * taken for a flag).
 */
export function normalizeArgv(argv: readonly string[], flags: readonly Flag[]): readonly string[] {
  const spelled: string[] = [];
  for (let at = 0; at < argv.length; at++) {
    const token = argv[at] ?? '';
    if (token === '--') return [...spelled, ...argv.slice(at)];
    const flag = flags.find(({ name, alias }) => token === `--${name}` || token === `-${alias}`);
    const first = flag?.choices?.[0];
    if (flag?.value === 'optional' && first !== undefined) spelled.push(`${token}=${first}`);
    else if ((flag?.value === 'text' || flag?.value === 'list') && argv[at + 1] === '-') {
      spelled.push(`${token}=-`);
      at++;
    } else spelled.push(token);
  }
  return spelled;
}

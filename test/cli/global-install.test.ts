import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'codex-structured-global-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('a global install links the man page', () => {
  const npm = (...args: string[]) =>
    execFileSync('npm', [...args, '--ignore-scripts'], { cwd: ROOT, stdio: 'pipe' });
  npm('pack', '--pack-destination', folder);
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
  const only = [
    '--omit=dev',
    '--omit=peer',
    '--omit=optional',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
  ];
  npm('install', '--global', '--prefix', join(folder, 'prefix'), ...only, join(folder, tarball));
  const page = join(folder, 'prefix/share/man/man1/codex-structured.1');
  expect(existsSync(page)).toBe(true);
  expect(readFileSync(page, 'utf8')).toContain('.TH');
});

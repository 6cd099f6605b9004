// Releases of codex in a temporary folder, each in one of its own.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** @returns the newest release that npm offers by default */
export function newestRelease() {
  return execFileSync(npm(), ['view', '@openai/codex', 'version'], {
    encoding: 'utf8',
    shell: isWindows,
  }).trim();
}

export class Releases {
  #folder = mkdtempSync(join(tmpdir(), 'codex-structured-matrix-'));

  /** @returns the launcher of the release, its platform's package beside it */
  install(version) {
    const folder = join(this.#folder, version);
    mkdirSync(folder);
    writeFileSync(join(folder, 'package.json'), '{"private":true}');
    const args = ['install', '--no-audit', '--no-fund', '--silent', `codex@npm:@openai/codex@${version}`];
    const { status, error } = spawnSync(npm(), args, {
      cwd: folder,
      stdio: ['ignore', 2, 2],
      shell: isWindows,
    });
    if (error !== undefined) throw error;
    if (status !== 0) throw new Error(`npm could not install @openai/codex@${version}.`);
    return join(folder, 'node_modules', 'codex', 'bin', 'codex.js');
  }

  /** Each takes some hundred megabytes. */
  remove(version) {
    rmSync(join(this.#folder, version), { recursive: true, force: true });
  }

  removeAll() {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

const isWindows = process.platform === 'win32';

function npm() {
  return isWindows ? 'npm.cmd' : 'npm';
}

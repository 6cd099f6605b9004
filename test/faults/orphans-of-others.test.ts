import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { OWNER_VARIABLE, orphans } from '../../src/platform/process/owned-processes.js';
import { directoryPrefix } from '../../src/platform/process/owner-tag.js';

const isAdministrator = process.platform === 'linux' && process.getuid?.() === 0;

it.runIf(isAdministrator)(
  "the administrator's runs leave alone what a host of another user left",
  async () => {
    const host = spawn('true', { stdio: 'ignore' });
    await once(host, 'exit');
    const env = { PATH: process.env['PATH'], [OWNER_VARIABLE]: `${directoryPrefix()}-${host.pid}-a0` };
    const left = spawn('sleep', ['600'], { env, stdio: 'ignore', uid: 65_534 });
    try {
      await once(left, 'spawn');
      expect((await orphans()).map(({ pid }) => pid)).not.toContain(left.pid);
    } finally {
      left.kill('SIGKILL');
    }
  },
);

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { SERVER_NOTIFICATIONS } from '../../src/app-server/generated/protocol.js';
import { NOTIFICATIONS } from '../../src/app-server/protocol/methods.js';

const fromRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

it('the committed protocol is that of the pinned codex; else run scripts/generate-protocol.mjs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'codex-structured-protocol-'));
  try {
    const fresh = join(folder, 'protocol.ts');
    execFileSync(process.execPath, [fromRoot('scripts/generate-protocol.mjs'), fresh], { stdio: 'pipe' });
    const committed = readFileSync(fromRoot('src/app-server/generated/protocol.ts'), 'utf8');
    expect(committed).toBe(readFileSync(fresh, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('every notification that is read exists in it', () => {
  expect(SERVER_NOTIFICATIONS).toEqual(expect.arrayContaining(Object.values(NOTIFICATIONS)));
});

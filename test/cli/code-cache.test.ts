import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sealed, unsealed } from '../../src/cli/load-bundle.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const EVENTS = [
  '{"type":"turn.started"}',
  '{"type":"item.completed","item":{"type":"agent_message","text":"{\\"a\\":1}"}}',
  '{"type":"turn.completed"}',
].join('\n');

let installed: string;
beforeAll(() => {
  installed = mkdtempSync(join(tmpdir(), 'codex-structured-cache-test-'));
  for (const part of ['bin', 'dist', 'package.json']) {
    cpSync(join(root, part), join(installed, part), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(installed, 'node_modules'));
});
afterAll(() => rmSync(installed, { recursive: true, force: true }));

const caches = () => readdirSync(join(installed, 'dist', 'cli')).filter((name) => name.endsWith('.cache'));

async function works(): Promise<void> {
  const cli = join(installed, 'bin', 'codex-structured.js');
  const schema = '{"type":"object","properties":{"a":{"type":"number"}}}';
  const { stdout } = await execa(process.execPath, [cli, 'decode', '--schema', schema], { input: EVENTS });
  expect(stdout).toBe('{"a":1}');
}

describe('the code cache of the command line', () => {
  it('is made by the build, and is accepted by this Node', () => {
    const source = readFileSync(join(installed, 'dist', 'cli', 'main.cjs'), 'latin1');
    const cache = caches().find((name) => name.startsWith('main.')) ?? '';
    const data = unsealed(readFileSync(join(installed, 'dist', 'cli', cache)), source);
    expect(data).not.toBeNull();
    const wrapped = `(function (exports, require, module) {${source}\n})`;
    const script = new Script(wrapped, { cachedData: data ?? Buffer.alloc(0) });
    expect(script.cachedDataRejected).toBe(false);
  });

  it('is not taken for that of another source, be it of the same length', () => {
    const content = sealed(Buffer.from('code'), 'source 1');
    expect(unsealed(content, 'source 1')?.toString()).toBe('code');
    expect(unsealed(content, 'source 2')).toBeNull();
  });

  it.each([
    ['empty', () => Buffer.alloc(0)],
    ['of another kind', () => Buffer.from('not a cache at all, but some text that is a little longer')],
    ['cut short', (whole: Buffer) => whole.subarray(0, whole.length >> 1)],
    ['damaged', (whole: Buffer) => Buffer.from(whole).fill(0x55, 1000, 2000)],
  ])('does no harm where it is %s', async (_what, spoil) => {
    const kept = caches().map(
      (name) =>
        [join(installed, 'dist', 'cli', name), readFileSync(join(installed, 'dist', 'cli', name))] as const,
    );
    for (const [path, whole] of kept) writeFileSync(path, spoil(whole));
    await works();
    for (const [path, whole] of kept) writeFileSync(path, whole);
  });

  it('does no harm where a directory is in its place', async () => {
    const kept = caches().map((name) => {
      const path = join(installed, 'dist', 'cli', name);
      return [path, readFileSync(path)] as const;
    });
    for (const [path] of kept) {
      rmSync(path);
      mkdirSync(path);
    }
    await works();
    for (const [path, whole] of kept) {
      rmSync(path, { recursive: true });
      writeFileSync(path, whole);
    }
  });

  it('is not needed', async () => {
    for (const name of caches()) rmSync(join(installed, 'dist', 'cli', name));
    await works();
  });
});

import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { directoryPrefix, isDead, ownerOf } from '../../../../src/platform/process/owner-tag.js';

test('ownerOf reads the owner from a name', () => {
  const owner = ownerOf(`${directoryPrefix()}-${process.pid}-AbC123`);
  if (owner === null) throw new Error('not read');
  expect(owner.pid).toBe(process.pid);
  expect(isDead(owner)).toBe(false);
});

test('a process that has ended is dead; one that cannot be checked is not', () => {
  const { pid } = spawnSync('true');
  const own = ownerOf(`${directoryPrefix()}-${pid}-x`);
  if (own === null) throw new Error('not read');
  expect(isDead(own)).toBe(true);
  expect(isDead({ ...own, namespace: own.namespace + 1 })).toBe(false);
});

test.each([
  'codex-structured',
  'codex-structured-1-x',
  'codex-structured-1.2-3-',
  'x-codex-structured-1.2-3-a',
  '..',
])('%s is not one of ours', (name) => expect(ownerOf(name)).toBeNull());

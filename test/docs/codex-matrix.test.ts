import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { capabilitiesOf } from '../../src/codex/capabilities.js';
import { isAtLeast } from '../../src/codex/version.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(`${root}/${path}`, 'utf8');

/** The table that the script wrote, as rows of cells. */
function matrix(): readonly (readonly string[])[] {
  const place = /<!-- matrix: [^>]*-->\n\n([\s\S]*?)\n\n<!-- \/matrix -->/.exec(read('docs/limits.md'))?.[1];
  const lines = (place ?? '').split('\n').filter((line) => !line.startsWith('| ---'));
  return lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '')),
  );
}

describe('the matrix in docs/limits.md', () => {
  const [[, ...releases] = [], ...rows] = matrix();
  const cells = new Map(rows.map(([name = '', ...notes]) => [name, notes]));

  test('has a dozen releases at least, the pinned one last', () => {
    const pinned = JSON.parse(read('package.json')).devDependencies['@openai/codex'];
    expect(releases.length).toBeGreaterThanOrEqual(12);
    expect(releases.at(-1)).toBe(pinned);
    expect(releases).toEqual(releases.toSorted((a, b) => (isAtLeast(a, b) ? 1 : -1)));
  });

  test.each(capabilitiesOf('0.0.0'))(
    '$capability works in every release since its floor',
    ({ capability, since }) => {
      const notes = cells.get(capability);
      expect(notes).toHaveLength(releases.length);
      const wrong = releases.filter(
        (release, index) => isAtLeast(release, since) && notes?.[index] !== 'yes',
      );
      expect(wrong).toEqual([]);
    },
  );
});

test.each([[[]], [['newest']], [['0.77']], [['0.77.0', '--wrong']]])('the script refuses %j', (args) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/codex-matrix.mjs', ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain('Usage: node scripts/codex-matrix.mjs');
});

test('the workflow may read the repository and open issues, and nothing else', () => {
  const workflow = parse(read('.github/workflows/codex-matrix.yml'));
  expect(workflow.permissions).toEqual({ contents: 'read', issues: 'write' });
  expect(Object.keys(workflow.on)).toEqual(['schedule', 'workflow_dispatch']);
  const steps = workflow.jobs.newest.steps as { run?: string; uses?: string }[];
  expect(steps.some(({ run }) => run?.includes('node scripts/codex-matrix.mjs --compare latest'))).toBe(true);
});

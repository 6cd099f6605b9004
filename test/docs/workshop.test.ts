import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const ROOT = path.join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

interface Workflow {
  readonly on: object;
  readonly permissions: Record<string, string>;
  readonly jobs: Record<
    string,
    { readonly steps: readonly { uses?: string; run?: string; with?: object }[] }
  >;
}

describe('SECURITY.md', () => {
  it('names tests that exist', () => {
    const rows = read('SECURITY.md')
      .split('\n')
      .filter((line) => line.startsWith('|'));
    const named = rows.flatMap((row) => row.match(/`(?:cli|codex|faults|unit)\/[\w/-]+`/g) ?? []);
    expect(named.length).toBeGreaterThan(15);
    const missing = named
      .map((name) => name.slice(1, -1))
      .filter((name) => ![name, `${name}.test.ts`].some((file) => existsSync(path.join(ROOT, 'test', file))));
    expect(missing).toEqual([]);
  });
});

describe('the workflows', () => {
  const workflows = readdirSync(path.join(ROOT, '.github/workflows'));

  it.each(workflows)('%s may do no more than it needs, and keeps no credentials', (file) => {
    const { on, permissions, jobs } = parse(read(`.github/workflows/${file}`)) as Workflow;
    expect(on).toBeDefined();
    expect(permissions['contents']).toBe('read');
    const checkouts = Object.values(jobs)
      .flatMap(({ steps }) => steps)
      .filter(({ uses }) => uses?.startsWith('actions/checkout@'));
    expect(checkouts.length).toBeGreaterThan(0);
    for (const checkout of checkouts) expect(checkout.with).toMatchObject({ 'persist-credentials': false });
  });

  it('run no script that package.json lacks', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const run = workflows.flatMap((file) =>
      [...read(`.github/workflows/${file}`).matchAll(/npm (?:run )?(check|test)\b/g)].map(
        ([, name]) => name ?? '',
      ),
    );
    expect(run).toContain('check');
    for (const name of run) expect(Object.keys(scripts)).toContain(name);
  });
});

describe('the issue templates', () => {
  it('ask for the output of doctor and for the envelope', () => {
    const { body } = parse(read('.github/ISSUE_TEMPLATE/bug.yml')) as {
      body: { attributes: { label?: string } }[];
    };
    const labels = body.map(({ attributes }) => attributes.label ?? '').join('\n');
    expect(labels).toContain('codex-structured doctor --json');
    expect(labels).toContain('--envelope=full');
  });
});

describe('AGENTS.md', () => {
  it('names files and folders of src, test, scripts and schemas that exist', () => {
    const named = [...read('AGENTS.md').matchAll(/`((?:src|test|scripts|schemas)\/[\w./-]+)`/g)].map(
      ([, name]) => name ?? '',
    );
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((name) => !existsSync(path.join(ROOT, name)))).toEqual([]);
  });
});

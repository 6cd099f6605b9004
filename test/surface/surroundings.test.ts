import { readFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

describe('the surroundings of every test', () => {
  it('are a home and a temporary directory of the suite', () => {
    expect(basename(dirname(tmpdir()))).toMatch(/^cs-suite-/);
    expect(dirname(homedir())).toBe(dirname(tmpdir()));
  });

  it('are a login profile that leaves a slow command in the background', () => {
    expect(readFileSync(join(homedir(), '.profile'), 'utf8')).toBe('sleep 60 &\n');
  });

  it('are no variables of a user, a proxy or a CI job', () => {
    const names = Object.keys(process.env).filter((name) => !name.startsWith('CODEX_STRUCTURED_TEST_'));
    expect(names.filter((name) => /^(CODEX|OPENAI|GITHUB|RUNNER)_|_proxy$/i.test(name))).toEqual([]);
    expect(process.env).toMatchObject({ TZ: 'UTC', LANG: 'C.UTF-8', GIT_CONFIG_GLOBAL: '/dev/null' });
    expect(process.umask()).toBe(0o022);
  });
});

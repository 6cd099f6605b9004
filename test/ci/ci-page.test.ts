import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { blocksOf } from '../docs/readme-blocks.js';
import { CiMachine, ROOT } from '../support/ci/machine.js';
import { type Action, bash, readYaml, type Step } from '../support/ci/runner.js';

const blocks = blocksOf(await readFile(join(ROOT, 'docs/ci.md'), 'utf8'));
const ofLanguage = (language: string) => blocks.filter((block) => block.language === language);

let machine: CiMachine;
beforeEach(async () => {
  machine = await CiMachine.open();
  await machine.write('tasks.jsonl', '"one"\n"two"\n"three"\n');
});
afterEach(() => machine.close());

describe('docs/ci.md', () => {
  it.each(ofLanguage('sh').map((block) => [block.line, block.text] as const))(
    'has shell lines at line %i that run',
    async (_, text) => {
      const { code, stdout, stderr } = await bash(['-e', '-c', text], {
        cwd: machine.workspace,
        env: machine.env,
      });
      expect({ code, stderr }).toMatchObject({ code: 0 });
      expect(stdout.trim().split('\n').at(-1)).toMatch(/^(ok|\["2","ok"\])$/);
    },
    60_000,
  );

  it('has steps that give the action only what it takes', async () => {
    const action = await readYaml<Action>(join(ROOT, 'action.yml'));
    const steps = ofLanguage('yaml').flatMap(({ text }) => parse(text) as Step[]);
    expect(steps.length).toBeGreaterThan(0);
    for (const { uses, run = '', with: given = {}, env = {} } of steps) {
      expect(run).not.toContain('${{');
      if (uses !== undefined)
        expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(given)));
      for (const value of Object.values(env)) {
        const [, output] = /outputs\.([\w-]+)/.exec(String(value)) ?? [];
        expect(Object.keys(action.outputs)).toContain(output);
      }
    }
  });

  it('has only blocks that are tried', () => {
    expect([...new Set(blocks.map(({ language }) => language))].sort()).toEqual(['sh', 'yaml']);
  });
});

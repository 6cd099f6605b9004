import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runTaskSource } from '../../src/batch/engine/batch.js';
import { readTasks } from '../../src/batch/input/read-tasks.js';
import { parseTemplate } from '../../src/batch/input/template.js';
import { scripts } from '../../src/rehearsal/scripts.js';
import { saidIn } from '../support/app-server-stage.js';
import { NAME_SCHEMA } from '../support/real-codex.js';
import { stageFor } from '../support/run-on-stage.js';

it.each(['app-server', 'exec'] as const)(
  'a large file reaches the model whole, through %s',
  async (transport) => {
    const ends: (() => unknown)[] = [];
    const stage = await stageFor(
      { onTestFinished: (end) => void ends.push(end as () => unknown) },
      scripts.answer('{"name":"x"}'),
    );
    try {
      // Its middle is what would be cut out of hidden context.
      const text = Array.from({ length: 12_000 }, (_, line) => `line ${line} of a file\n`).join('');
      writeFileSync(join(stage.cwd, 'large.txt'), text);
      const template = parseTemplate('Review {{path}}.');
      if ('problem' in template) throw new Error(template.problem);
      const tasks = readTasks({ kind: 'files', patterns: ['*.txt'], cwd: stage.cwd, template });
      const source = { kind: 'value', value: NAME_SCHEMA } as const;
      const { cwd = '', env = {}, codexPath = '', config = [] } = stage.runOptions;
      const options = { cwd, env, codexPath, config, transport, skipGitRepoCheck: true };
      const kinds: string[] = [];
      for await (const { id, kind } of runTaskSource(tasks, source, options)) kinds.push(`${id} ${kind}`);
      expect(kinds).toEqual(['large.txt ok']);
      const prompt = saidIn(stage.requests().at(-1)).at(-1) ?? '';
      expect(prompt.startsWith('user: Review large.txt.\n\nThe file "large.txt" follows')).toBe(true);
      expect(prompt.includes(`path="large.txt">\n${text}</untrusted_file`)).toBe(true);
    } finally {
      for (const end of ends.reverse()) await end();
    }
  },
);

import { execFile } from 'node:child_process';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, type TestContext } from 'vitest';
import { scripts } from '../../src/rehearsal/scripts.js';
import { bridgeStageFor } from '../support/bridge-stage.js';
import { CompiledPrograms } from './compiled-programs.js';
import { blocksOf, consoleSteps, matches } from './readme-blocks.js';

const run = promisify(execFile);
const ROOT = path.join(import.meta.dirname, '../..');

const blocks = blocksOf(await readFile(path.join(ROOT, 'docs/bridges.md'), 'utf8'));
const ofLanguage = (...languages: string[]) =>
  blocks.filter(({ language }) => languages.includes(language)).map((block) => [block.line, block] as const);

/** A reader's shell: the programs on PATH, a key in the environment, and an upstream that wants it. */
async function desk(context: TestContext): Promise<{ cwd: string; env: NodeJS.ProcessEnv; key: string }> {
  const { stage, key, upstream, config, env } = await bridgeStageFor(
    context,
    scripts.answer({ name: 'Ada Lovelace' }),
  );
  await writeFile(path.join(stage.codexHome, 'config.toml'), `${config.join('\n')}\n`);
  await run('git', ['init', '--quiet', stage.cwd]);
  const bin = path.join(stage.cwd, '../bin');
  await mkdir(bin);
  for (const name of ['codex-structured', 'codex-structured-app-server']) {
    await symlink(path.join(ROOT, 'bin', `${name}.js`), path.join(bin, name));
  }
  await symlink(path.join(ROOT, 'node_modules/.bin/codex'), path.join(bin, 'codex'));
  const PATH = `${bin}${path.delimiter}${process.env['PATH']}`;
  return {
    cwd: stage.cwd,
    env: { ...env, PATH, OPENAI_API_KEY: key, CODEX_STRUCTURED_UPSTREAM: upstream },
    key,
  };
}

describe('docs/bridges.md', () => {
  it.for(ofLanguage('console'))('shows what the commands at line %i print', async ([, block], context) => {
    const { cwd, env } = await desk(context);
    // codex complains of a CODEX_HOME in the directory for temporary files, where the test's is.
    for (const { command, output } of consoleSteps(block.text)) {
      const { stdout } = await run('bash', ['-c', `{ ${command}\n} 2>&1 </dev/null; true`], { cwd, env });
      const printed = stdout.replace(/^WARNING: proceeding.*\n/m, '');
      expect(matches(output, printed), `${command}\n${printed}`).toBe(true);
    }
  });

  it.for(ofLanguage('bash'))('has a script at line %i that runs', async ([, block], context) => {
    const { cwd, env, key } = await desk(context);
    const { stdout } = await run('bash', ['-e', '-c', block.text], { cwd, env });
    expect(stdout).toContain('Ada Lovelace');
    expect(stdout).not.toContain(key);
  });

  it('has programs that compile and run', async (context) => {
    const { cwd, env } = await desk(context);
    const programs = ofLanguage('ts');
    const compiled = await CompiledPrograms.of(
      new Map(programs.map(([line, { text }]) => [`line-${line}`, text] as const)),
    );
    context.onTestFinished(() => compiled.remove());
    for (const [line] of programs) {
      const program = compiled.script(`line-${line}`);
      const { stdout, stderr } = await run(process.execPath, [program], { cwd, env });
      expect(stderr).toBe('');
      expect(stdout).toMatch(/^ok$|codex-structured-app-server/m);
    }
    expect(programs).toHaveLength(2);
  });

  it('has no block that nothing looks at', () => {
    for (const { language, line } of blocks) {
      expect(['console', 'bash', 'ts', 'sh', 'json'], `line ${line}`).toContain(language);
    }
    for (const [line, { text }] of ofLanguage('json'))
      expect(() => JSON.parse(text), `line ${line}`).not.toThrow();
  });
});

import { spawnSync } from 'node:child_process';
import { chmod, mkdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CiMachine, ROOT } from '../support/ci/machine.js';
import { bash, readYaml } from '../support/ci/runner.js';
import { namesIn, runJob, type Workflow } from '../support/ci/workflow.js';
import { SCHEMA } from '../support/cli.js';
import { codexLauncher } from '../support/real-codex.js';

const EXAMPLES = join(ROOT, 'examples/ci');

// Whole jobs with several runs of the real codex, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 });

let machine: CiMachine;
beforeEach(async () => {
  machine = await CiMachine.open();
});
afterEach(() => machine.close());

/** An npm that installs nothing: what the examples install is on PATH already. */
async function withoutNpm(): Promise<void> {
  const npm = join(machine.folder, 'bin/npm');
  await writeFile(npm, '#!/bin/sh\n');
  await chmod(npm, 0o755);
}

async function writeTasks(count: number): Promise<void> {
  const lines = Array.from({ length: count }, (_, index) => `${JSON.stringify(`Who is number ${index}?`)}\n`);
  await machine.write('tasks.jsonl', lines.join(''));
}

async function resultsIn(name: string): Promise<readonly { id: string; ok: boolean }[]> {
  const text = await readFile(join(machine.workspace, name), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

describe('the workflow for GitHub', async () => {
  const workflow = await readYaml<Workflow>(join(EXAMPLES, 'github-workflow.yml'));
  const contexts = {
    secrets: { OPENAI_API_KEY: '' },
    github: { event: { pull_request: { base: { sha: 'base' } } } },
  };

  /** A checkout of a pull request: a commit on top of the one that is tagged `base`. */
  async function checkout(): Promise<void> {
    const git = `git -c user.name=t -c user.email=t@example.com -c init.defaultBranch=main`;
    const lines = `git init -q . && ${git} add -A && ${git} commit -qm one && git tag base
      echo "\\$(touch pwned) '; id #" > new.txt && ${git} add -A && ${git} commit -qm two`;
    expect((await bash(['-ec', lines], { cwd: machine.workspace, env: machine.env })).code).toBe(0);
  }

  it('reviews a pull request, and puts what was found into the summary', async () => {
    await checkout();
    const answer = { summary: 's', verdict: 'incorrect', findings: [FINDING] };
    const answerFile = join(machine.folder, 'answer.json');
    await writeFile(answerFile, JSON.stringify(answer));
    const on = machine.with({ CODEX_STRUCTURED_REHEARSE_ANSWER: answerFile }).onGitHub;
    const { ok, results } = await runJob(jobOf(workflow, 'review'), onRunner(contexts, on), on, '');
    expect(results.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
      results.map(() => ({ code: 0, stderr: '' })),
    );
    expect(ok).toBe(true);
    expect(results.at(-1)?.summary).toContain(FINDING.title);
    expect(await namesIn(machine.workspace)).not.toContain('pwned');
  });

  it('fails where the review failed, and says with which kind', async () => {
    await checkout();
    const answerFile = join(machine.folder, 'answer.json');
    await writeFile(answerFile, '{"no":"review"}');
    const on = machine.with({ CODEX_STRUCTURED_REHEARSE_ANSWER: answerFile }).onGitHub;
    const { ok, results } = await runJob(jobOf(workflow, 'review'), onRunner(contexts, on), on, '');
    expect(ok).toBe(false);
    expect(results.at(-1)?.stdout).toBe('review: schema_mismatch\n');
  });

  it('shares tasks out among machines and merges their results', async () => {
    await writeTasks(7);
    await withoutNpm();
    const artifacts = join(machine.folder, 'artifacts');
    const on = machine.onGitHub;
    const classify = jobOf(workflow, 'classify');
    for (const shard of classify.strategy?.matrix.shard ?? []) {
      const { ok } = await runJob(classify, { ...onRunner(contexts, on), matrix: { shard } }, on, artifacts);
      expect(ok).toBe(true);
      await rm(join(machine.workspace, `results-${shard}.jsonl`));
    }
    const { ok } = await runJob(jobOf(workflow, 'merge'), onRunner(contexts, on), on, artifacts);
    expect(ok).toBe(true);
    expect((await resultsIn('results.jsonl')).map(({ id }) => id)).toEqual([
      '0',
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
    ]);
  });

  it('has no expression in a shell line', () => {
    for (const { steps } of Object.values(workflow.jobs)) {
      for (const { run = '' } of steps) expect(run).not.toContain('${{');
    }
  });
});

const FINDING = {
  title: 'It does not do that.',
  body: 'b',
  priority: 1,
  file: 'a.ts',
  line: 3,
};

function jobOf({ jobs }: Workflow, name: string) {
  const job = jobs[name];
  if (job === undefined) throw new Error(`There is no job ${name}`);
  return job;
}

function onRunner(contexts: object, { env }: CiMachine) {
  return { ...contexts, runner: { temp: env['RUNNER_TEMP'] } };
}

interface GitLabJob {
  readonly script: readonly string[];
  readonly parallel?: number;
  readonly artifacts: { readonly reports: { readonly junit: string } };
}

interface GitLabPipeline {
  readonly default: { readonly before_script: readonly string[] };
  readonly classify: GitLabJob & { readonly after_script: readonly string[] };
  readonly merge: GitLabJob;
}

describe('the pipeline for GitLab', async () => {
  const pipeline = await readYaml<GitLabPipeline>(join(EXAMPLES, 'gitlab-ci.yml'));

  /**
   * As GitLab runs a job: one shell for before_script and script, which reads them from its stdin (so that a
   * program that read stdin too would eat the lines after it), ended by the first line that fails.
   */
  const play = (lines: readonly string[], env: Record<string, string>) =>
    bash(['-eo', 'pipefail'], {
      stdin: [...pipeline.default.before_script, ...lines].map((line) => `${line}\n`).join(''),
      cwd: machine.workspace,
      env: {
        ...machine.env,
        CI_BUILDS_DIR: machine.folder,
        CODEX_HOME: join(machine.folder, 'gitlab-home'),
        OPENAI_API_KEY: 'sk-test-0123456789',
        ...env,
      },
    });

  it('runs in shards, and merges with a JUnit report', async () => {
    await writeTasks(5);
    await withoutNpm();
    await symlink(codexLauncher(), join(machine.folder, 'bin/codex'));
    const { classify, merge } = pipeline;
    for (let shard = 1; shard <= (classify.parallel ?? 0); shard += 1) {
      const { code, stdout, stderr } = await play([...classify.script, ...classify.after_script], {
        CI_NODE_INDEX: String(shard),
        CI_NODE_TOTAL: String(classify.parallel),
      });
      expect({ code, stderr }).toMatchObject({ code: 0 });
      expect(stdout + stderr).not.toContain('sk-test-0123456789');
    }
    const merged = await play(merge.script, {});
    expect({ code: merged.code, stderr: merged.stderr }).toMatchObject({ code: 0 });
    expect(await resultsIn('results.jsonl')).toHaveLength(5);
    expect(await readFile(join(machine.workspace, merge.artifacts.reports.junit), 'utf8')).toContain(
      'tests="5"',
    );
    expect(await namesIn(machine.folder)).not.toContain('gitlab-home');
  });
});

const hasMake = spawnSync('make', ['--version']).status === 0;
if (!hasMake) console.warn('examples.test.ts: the Makefile is not tried, there is no make here.');

describe.runIf(hasMake)('the Makefile', () => {
  beforeEach(async () => {
    await symlink(join(EXAMPLES, 'Makefile'), join(machine.workspace, 'Makefile'));
    await mkdir(join(machine.workspace, 'prompts'));
    await machine.write('schema.json', JSON.stringify(SCHEMA));
    for (const name of ['one', 'two']) await machine.write(`prompts/${name}.md`, `What is ${name}?`);
  });

  const make = (args: readonly string[] = [], env: Record<string, string> = {}) =>
    bash(['-c', `make ${args.join(' ')}`], { cwd: machine.workspace, env: { ...machine.env, ...env } });
  const made = async () => (await make(['-n'])).stdout.match(/--output answers\/\w+/g) ?? [];

  /** Newer than all that was made. */
  async function touch(name: string): Promise<void> {
    const { mtimeMs } = await stat(join(machine.workspace, 'answers.jsonl'));
    await utimes(join(machine.workspace, name), mtimeMs / 1000 + 10, mtimeMs / 1000 + 10);
  }

  it('makes one answer a prompt, and again only what has changed', async () => {
    expect(await make(['-j2'])).toMatchObject({ code: 0 });
    const lines = (await readFile(join(machine.workspace, 'answers.jsonl'), 'utf8')).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).name)).toEqual(['one', 'two']);
    expect((await make(['-q'])).code).toBe(0);
    await touch('prompts/two.md');
    expect(await made()).toEqual(['--output answers/two']);
    await touch('schema.json');
    expect(await made()).toEqual(['--output answers/one', '--output answers/two']);
  });

  it('leaves nothing of a run that failed, so that the next one tries again', async () => {
    await machine.write('answer.json', '{"more":1}');
    const failed = await make(['-k'], { CODEX_STRUCTURED_REHEARSE_ANSWER: 'answer.json' });
    expect(failed.code).toBe(2);
    expect(failed.stderr).toContain('schema_mismatch');
    expect(await namesIn(join(machine.workspace, 'answers'))).toEqual([]);
    expect((await make()).code).toBe(0);
  });

  it('checks the schema', async () => {
    expect((await make(['check'])).code).toBe(0);
    await machine.write('schema.json', '{"type":"object"}');
    expect((await make(['check'])).code).not.toBe(0);
  });
});

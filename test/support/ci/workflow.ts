import { cp, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Contexts, resolveExpressions } from './expressions.js';
import { type CiMachine, ROOT } from './machine.js';
import { type Action, readYaml, runAction, runStep, type Step, type StepResult } from './runner.js';

export interface Job {
  readonly steps: readonly Step[];
  readonly needs?: string;
  readonly strategy?: { readonly matrix: { readonly shard: readonly number[] } };
}

export interface Workflow {
  readonly jobs: Readonly<Record<string, Job>>;
}

/** Runs a job's steps as GitHub's runner does; what other actions do (checkout, artifacts) is done in its stead. */
export async function runJob(
  job: Job,
  contexts: Contexts,
  machine: CiMachine,
  artifacts: string,
): Promise<{ readonly ok: boolean; readonly results: readonly StepResult[] }> {
  const steps: Record<string, { outputs: StepResult['outputs'] }> = {};
  const results: StepResult[] = [];
  let ok = true;
  for (const step of job.steps) {
    if (!ok && step.if !== 'always()') continue;
    const result = await perform(step, { ...contexts, steps }, machine, artifacts);
    if (step.id !== undefined) steps[step.id] = { outputs: result.outputs };
    results.push(result);
    ok &&= result.code === 0;
  }
  return { ok, results };
}

async function perform(step: Step, contexts: Contexts, machine: CiMachine, artifacts: string) {
  const inputs = Object.fromEntries(
    Object.entries(step.with ?? {}).map(([name, value]) => [
      name,
      resolveExpressions(String(value), contexts),
    ]),
  );
  const name = step.uses?.replace(/@.*$/, '');
  switch (name) {
    case undefined:
      return runStep(step, contexts, machine);
    case 'OWNER/codex-structured':
      return runAction(
        await readYaml<Action>(join(ROOT, 'action.yml')),
        { ...inputs, ...machine.programs },
        machine,
      );
    case 'actions/checkout':
      return NOTHING;
    case 'actions/upload-artifact':
      await upload((inputs['path'] ?? '').trim().split(/\s+/), machine.workspace, artifacts);
      return NOTHING;
    case 'actions/download-artifact':
      await cp(artifacts, machine.workspace, { recursive: true });
      return NOTHING;
    default:
      throw new Error(`This test does not know the action ${name}`);
  }
}

const NOTHING: StepResult = { code: 0, stdout: '', stderr: '', outputs: {}, summary: '' };

async function upload(paths: readonly string[], workspace: string, artifacts: string): Promise<void> {
  await mkdir(artifacts, { recursive: true });
  for (const path of paths) await cp(join(workspace, path), join(artifacts, path));
}

export async function namesIn(folder: string): Promise<readonly string[]> {
  return (await readdir(folder)).sort();
}

import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type Contexts, resolveExpressions } from './expressions.js';

export interface Step {
  readonly name?: string;
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly run?: string;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, unknown>>;
  readonly 'working-directory'?: string;
}

export interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string; readonly required?: boolean }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

export interface StepResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
}

export async function readYaml<T>(file: string): Promise<T> {
  return parse(await readFile(file, 'utf8')) as T;
}

/** One `run:` step as the runner of GitHub Actions runs it with `shell: bash`, on files of its own. */
export async function runStep(
  step: Step,
  contexts: Contexts,
  machine: { readonly folder: string; readonly workspace: string; readonly env: NodeJS.ProcessEnv },
): Promise<StepResult> {
  const files = join(machine.folder, `step-${randomUUID()}`);
  await mkdir(files);
  const [output, summary, script] = ['output', 'summary', 'script.sh'].map((name) => join(files, name)) as [
    string,
    string,
    string,
  ];
  await Promise.all([output, summary].map((file) => writeFile(file, '')));
  await writeFile(script, resolveExpressions(step.run ?? '', contexts));
  const env = Object.entries(step.env ?? {}).map(
    ([name, value]) => [name, resolveExpressions(String(value), contexts)] as const,
  );
  const ran = await bash(['--noprofile', '--norc', '-eo', 'pipefail', script], {
    cwd: machine.workspace,
    env: { ...machine.env, ...Object.fromEntries(env), GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary },
  });
  return {
    ...ran,
    outputs: outputsOf(await readFile(output, 'utf8')),
    summary: await readFile(summary, 'utf8'),
  };
}

/** Runs an action's steps one after the other until one fails, and resolves its outputs. */
export async function runAction(
  action: Action,
  given: Readonly<Record<string, string>>,
  machine: { readonly folder: string; readonly workspace: string; readonly env: NodeJS.ProcessEnv },
): Promise<StepResult> {
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(action.inputs, name)) throw new Error(`The action has no input ${name}`);
  }
  const defaults = Object.entries(action.inputs).map(([name, input]) => [name, input.default ?? ''] as const);
  const inputs = { ...Object.fromEntries(defaults), ...given };
  const steps: Record<string, { outputs: StepResult['outputs'] }> = {};
  let last: StepResult = { code: 0, stdout: '', stderr: '', outputs: {}, summary: '' };
  for (const step of action.runs.steps) {
    last = await runStep(step, { inputs, steps }, machine);
    if (step.id !== undefined) steps[step.id] = { outputs: last.outputs };
    if (last.code !== 0) break;
  }
  const outputs = Object.entries(action.outputs).map(
    ([name, { value }]) => [name, resolveExpressions(value, { inputs, steps })] as const,
  );
  return { ...last, outputs: Object.fromEntries(outputs) };
}

/** `name=value` lines and `name<<DELIMITER` blocks, as the runner reads them. */
function outputsOf(text: string): Record<string, string> {
  const lines = text.split('\n');
  const outputs: Record<string, string> = {};
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (line === '') continue;
    const [, name, delimiter] = /^([^=<]+)<<(.+)$/.exec(line) ?? [];
    if (name === undefined || delimiter === undefined) {
      const equals = line.indexOf('=');
      if (equals < 1) throw new Error(`The runner cannot read the output '${line}'`);
      outputs[line.slice(0, equals)] = line.slice(equals + 1);
      continue;
    }
    const end = lines.indexOf(delimiter, at + 1);
    if (end === -1) throw new Error(`The output ${name} has no end`);
    outputs[name] = lines.slice(at + 1, end).join('\n');
    at = end;
  }
  return outputs;
}

export function bash(
  args: readonly string[],
  {
    stdin = '',
    ...options
  }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly stdin?: string },
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      'bash',
      args,
      { ...options, maxBuffer: 16 * 1024 * 1024 },
      (error, stdout, stderr) => {
        if (error !== null && typeof error.code !== 'number') reject(error);
        else resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
      },
    );
    // A shell that has failed does not read the rest.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(stdin);
  });
}

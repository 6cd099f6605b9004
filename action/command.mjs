import { mkdtempSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { InputError } from './inputs.mjs';

/**
 * The command line of codex-structured for these inputs. Texts go into files of their own (0600): an argument
 * has a limit of 128 KiB, and every user of the machine can read it.
 *
 * @param {ReturnType<typeof import('./inputs.mjs').readInputs>} inputs
 * @param {NodeJS.ProcessEnv} env
 */
export function commandOf(inputs, env) {
  const cwd = resolve(env.GITHUB_WORKSPACE ?? '.', inputs.workingDirectory);
  const temporary = env.RUNNER_TEMP;
  if (!temporary) throw new InputError('RUNNER_TEMP is not set; this action is for GitHub Actions.');
  const folder = mkdtempSync(join(temporary, 'codex-structured-'));
  const write = (name, content) => {
    writeFileSync(join(folder, name), content, { mode: 0o600, flag: 'wx' });
    return join(folder, name);
  };
  const isBatch = inputs.source.kind === 'tasks';
  const outcome =
    inputs.outputFile === ''
      ? join(folder, isBatch ? 'results.jsonl' : 'outcome.json')
      : resolve(cwd, inputs.outputFile);
  const schema = inputs.schema.trimStart().startsWith('{')
    ? write('schema.json', inputs.schema)
    : resolve(cwd, inputs.schema);
  const work = isBatch
    ? ['batch', schema, resolve(cwd, inputs.source.text)]
    : ['run', schema, '--prompt-file', promptFile(inputs.source, cwd, write), '--envelope'];
  const installed = join(temporary, 'codex-structured-action', 'node_modules');
  const cli = inputs.cliPath || join(installed, 'codex-structured', 'bin', 'codex-structured.js');
  const codex = inputs.codexPath || join(installed, '@openai', 'codex', 'bin', 'codex.js');
  const argv = [
    ...work,
    '--output',
    outcome,
    '--codex-path',
    resolve(cwd, codex),
    ...inputs.flags.map(([name, value]) => `${name}=${value}`),
    ...keyFlags(inputs, env),
    ...inputs.args,
  ];
  return { cli: resolve(cwd, cli), argv, cwd, outcome, isBatch, env: environmentOf(inputs, isBatch, env) };
}

function promptFile({ kind, text }, cwd, write) {
  return kind === 'prompt' ? write('prompt.md', text) : resolve(cwd, text);
}

function isRehearsal(env) {
  return ['1', 'true', 'yes', 'on'].includes((env.CODEX_STRUCTURED_REHEARSE ?? '').toLowerCase());
}

/** The key stays with codex-structured: neither codex nor what it runs has it. */
function keyFlags({ apiKey }, env) {
  return apiKey === '' || isRehearsal(env) ? [] : ['--credential-bridge', '--key-env=OPENAI_API_KEY'];
}

/** The files by which a step speaks to the runner, and the runner's own tokens. */
const RUNNERS_OWN = /^(INPUT_|ACTIONS_)|^GITHUB_(OUTPUT|ENV|PATH|STATE)$/;

/** What codex runs must not be able to set the environment of later steps, or to speak for this one. */
function environmentOf({ apiKey }, isBatch, env) {
  const kept = Object.entries(env).filter(([name]) => !RUNNERS_OWN.test(name));
  if (apiKey !== '' && !isRehearsal(env)) kept.push(['OPENAI_API_KEY', apiKey]);
  // The summary of a single run is written here; a batch writes its own.
  return Object.fromEntries(isBatch ? kept : kept.filter(([name]) => name !== 'GITHUB_STEP_SUMMARY'));
}

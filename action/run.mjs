/** The step that runs codex-structured: inputs from the environment, outputs to the files of the runner. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { constants } from 'node:os';
import { createInterface } from 'node:readline';
import { commandOf } from './command.mjs';
import { InputError, readInputs } from './inputs.mjs';
import { kindOfExitCode } from './kinds.mjs';
import { addSummary, annotateError, annotateNotice, hide, setOutputs, stopCommands } from './runner.mjs';

const { env } = process;
const USAGE = 2;
const TASKS_FAILED = 3;

process.exitCode = await main();

async function main() {
  try {
    const inputs = readInputs(env);
    if (inputs.apiKey !== '') hide(inputs.apiKey);
    const command = commandOf(inputs, env);
    requireDirectory(command.cwd, inputs.workingDirectory);
    const ended = await run(command);
    return report(command, ended, inputs.failOnError);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    annotateError('codex-structured: usage', error.message);
    setOutputs(env, { outcome: '', kind: 'usage', 'exit-code': String(USAGE) });
    return USAGE;
  }
}

function requireDirectory(cwd, given) {
  if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new InputError(`The input working-directory is not a directory: ${given || cwd}.`);
}

/** @returns {Promise<{exitCode: number, sentence: string | null}>} how it ended, and what it last said of itself */
async function run({ cli, argv, cwd, env: environment }) {
  const resume = stopCommands();
  try {
    return await new Promise((settle, reject) => {
      const child = spawn(process.execPath, [cli, ...argv], {
        cwd,
        env: environment,
        stdio: ['ignore', 'inherit', 'pipe'],
      });
      const sentence = lastSentence(child.stderr);
      child.stderr.pipe(process.stderr, { end: false });
      // A cancelled job gets SIGINT, then SIGTERM; codex-structured ends codex in an orderly way.
      for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
      child.on('error', reject);
      child.on('close', (code, signal) =>
        settle({ exitCode: code ?? 128 + (constants.signals[signal] ?? 0), sentence: sentence() }),
      );
    });
  } finally {
    resume();
  }
}

/** Reads the last message of codex-structured itself, without the lines that follow it. */
function lastSentence(stderr) {
  let sentence = null;
  createInterface({ input: stderr }).on('line', (line) => {
    const [, message] = /^codex-structured: (.+)/.exec(line) ?? [];
    sentence = message ?? sentence;
  });
  return () => sentence;
}

function report({ outcome: file, isBatch }, { exitCode, sentence }, failOnError) {
  // After wrong flags nothing was written: what is there is of an earlier run.
  const written = (exitCode === 0 || exitCode > USAGE) && existsSync(file);
  const outcome = written && !isBatch ? readOutcome(file) : null;
  const kind = outcome?.kind ?? kindOfExitCode(exitCode);
  setOutputs(env, { outcome: written ? file : '', kind, 'exit-code': String(exitCode) });
  if (exitCode === 0) return 0;
  // With another exit code, a failure that is not of the tasks ended the batch.
  const ofTasks = written && isBatch && exitCode === TASKS_FAILED ? batchMessage(file) : null;
  const message = outcome?.message ?? ofTasks ?? sentence ?? 'The log of this step says why.';
  // Wrong flags and bugs are no outcome that a workflow could go on with.
  const fails = failOnError || exitCode <= USAGE;
  const annotate = fails ? annotateError : annotateNotice;
  annotate(`codex-structured: ${kind}`, message);
  addSummary(env, failureSummary(kind, message, outcome));
  return fails ? exitCode : 0;
}

/** How many tasks of a batch failed, and the message of the last one: it is the one that ended the batch, if any. */
function batchMessage(file) {
  try {
    const results = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    const failed = results.filter(({ ok }) => !ok);
    const last = failed.at(-1);
    if (last === undefined) return null;
    return `${failed.length} of ${results.length} tasks failed; the last, ${last.id}: ${last.message}`;
  } catch {
    return null;
  }
}

/** Null where it is not what was written by a run: a message is not worth failing for. */
function readOutcome(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

function failureSummary(kind, message, outcome) {
  const longest = Math.max(2, ...(message.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  const facts = outcome === null ? [] : [factsOf(outcome)];
  return [`### codex-structured: ${kind}`, '', `${fence}text`, message, fence, ...facts].join('\n');
}

function factsOf({ workMayHaveRun, retryable }) {
  const work = workMayHaveRun ? 'codex may have changed something' : 'nothing was changed';
  return `\n${work}; trying again ${retryable ? 'may well help' : 'does not help by itself'}.`;
}

import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';

/** How a step speaks to the runner of GitHub Actions. */

/** @param {NodeJS.ProcessEnv} env @param {Record<string, string>} values */
export function setOutputs(env, values) {
  for (const [name, value] of Object.entries(values)) {
    // No value can hold the end of itself: nobody can know the delimiter.
    const delimiter = `end-${randomUUID()}`;
    append(env.GITHUB_OUTPUT, `${name}<<${delimiter}\n${value}\n${delimiter}\n`);
  }
}

/** @param {NodeJS.ProcessEnv} env @param {string} markdown */
export function addSummary(env, markdown) {
  append(env.GITHUB_STEP_SUMMARY, `${markdown}\n`);
}

function append(file, text) {
  if (file) appendFileSync(file, text);
}

/** @param {string} title @param {string} message */
export function annotateError(title, message) {
  process.stdout.write(`::error title=${property(title)}::${data(message)}\n`);
}

/** @param {string} title @param {string} message */
export function annotateNotice(title, message) {
  process.stdout.write(`::notice title=${property(title)}::${data(message)}\n`);
}

/** @param {string} secret */
export function hide(secret) {
  process.stdout.write(`::add-mask::${data(secret)}\n`);
}

/**
 * Until the returned function is called, nothing that is printed is taken for a command to the runner: a model
 * may print one, or a file that it reads.
 */
export function stopCommands() {
  const token = randomUUID();
  process.stdout.write(`::stop-commands::${token}\n`);
  return () => {
    // On a line of its own, whatever was printed last.
    process.stdout.write(`\n::${token}::\n`);
  };
}

function data(text) {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text) {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

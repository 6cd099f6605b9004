/** What the workflow gave, from the environment; nothing of it has been near a shell line. */

/** Wrong inputs: the sentence says which, and what to write instead. */
export class InputError extends Error {}

/**
 * @param {NodeJS.ProcessEnv} env
 */
export function readInputs(env) {
  const text = (name) => env[`INPUT_${name.toUpperCase().replaceAll('-', '_')}`] ?? '';
  const source = onlySource(text);
  return {
    schema: required('schema', text('schema')),
    source,
    outputFile: text('output-file'),
    apiKey: text('openai-api-key').trim(),
    flags: [
      ['--model', text('model')],
      ['--sandbox', text('sandbox')],
      ['--schema-mode', text('schema-mode')],
      ['--repair', text('repair')],
      ['--retry', text('retry')],
      ['--timeout', text('timeout')],
    ].filter(([, value]) => value !== ''),
    workingDirectory: text('working-directory'),
    args: argumentsOf(text('args')),
    failOnError: booleanOf('fail-on-error', text('fail-on-error')),
    cliPath: text('cli-path'),
    codexPath: text('codex-path'),
  };
}

function onlySource(text) {
  const given = ['prompt', 'prompt-file', 'tasks'].filter((name) => text(name) !== '');
  if (given.length !== 1) {
    const found = given.length === 0 ? 'none of them is' : `${given.join(' and ')} are`;
    throw new InputError(`Give one of prompt, prompt-file and tasks; ${found} given.`);
  }
  return { kind: given[0], text: text(given[0]) };
}

function required(name, value) {
  if (value.trim() === '') throw new InputError(`The input ${name} is missing.`);
  return value;
}

function argumentsOf(value) {
  if (value.trim() === '') return [];
  try {
    const list = JSON.parse(value);
    if (Array.isArray(list) && list.every((item) => typeof item === 'string')) return list;
  } catch {
    // The sentence below says what it should be.
  }
  throw new InputError('The input args is no JSON array of strings; write it as ["--shard", "1/4"].');
}

function booleanOf(name, value) {
  if (value === '' || value === 'true') return true;
  if (value === 'false') return false;
  throw new InputError(`The input ${name} is '${value}'; it takes true or false.`);
}

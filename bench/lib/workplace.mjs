import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

export const PROMPT = "Extract the name: Hi, I'm Ada.";
/** What `lib/provider.mjs` answers. */
export const ANSWER = '{"name":"Ada"}';

/** The schema that `lib/provider.mjs` answers, as `s.json`. */
export function writeSchema(directory) {
  writeFileSync(
    join(directory, 's.json'),
    '{"type":"object","properties":{"name":{"type":"string"}},"required":["name"],"additionalProperties":false}\n',
  );
}

/** A `config.toml` for a provider on this port, and for nothing that dials out. */
export function configFor(port) {
  return `model_provider = "bench"
analytics.enabled = false
features.plugins = false
features.apps = false
[model_providers.bench]
name = "bench"
base_url = "http://127.0.0.1:${port}/v1"
env_key = "BENCH_KEY"
wire_api = "responses"
`;
}

/** Makes a directory one in which commands and programs use codex, this package and a provider on this port. */
export function prepareWorkplace(directory, port) {
  for (const name of ['bin', 'home', 'node_modules']) mkdirSync(join(directory, name));
  writeSchema(directory);
  // As npm links them.
  symlinkSync(join(root, 'bin', 'codex-structured.js'), join(directory, 'bin', 'codex-structured'));
  symlinkSync(root, join(directory, 'node_modules', 'codex-structured'));
  symlinkSync(join(root, 'node_modules', '@openai'), join(directory, 'node_modules', '@openai'));
  writeFileSync(join(directory, 'home', 'config.toml'), configFor(port));
}

/** How a process is started in a directory that {@link prepareWorkplace} has prepared. */
export function optionsIn(directory) {
  const path = [join(directory, 'bin'), join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
  return {
    cwd: directory,
    env: { ...process.env, PATH: path, CODEX_HOME: join(directory, 'home'), BENCH_KEY: 'none' },
  };
}

/** A whole run of `codex-structured`, and the same by hand. @returns {import('./measure.mjs').Contestant[]} */
export function wholeRuns(directory) {
  const shell = (name, line) => ({
    name,
    command: 'sh',
    args: ['-c', line],
    options: optionsIn(directory),
    stdin: PROMPT,
    expected: ANSWER,
  });
  return [
    shell('run', 'codex-structured run s.json --skip-git-repo-check -'),
    shell(
      'codex exec | jq',
      `codex exec --json --output-schema s.json --skip-git-repo-check -` +
        ` | jq -r 'select(.type == "item.completed" and .item.type == "agent_message") | .item.text'`,
    ),
  ];
}

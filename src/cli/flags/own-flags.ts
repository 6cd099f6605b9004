import { flagsIn } from './flag.js';

const input = flagsIn('Input');
const schema = flagsIn('Schema');
const output = flagsIn('Output');
const limits = flagsIn('Limits');
const retries = flagsIn('Retries');
const execution = flagsIn('Execution');
const credentials = flagsIn('Credentials');
const rehearsal = flagsIn('Rehearsal');

/** The flags that are not codex's own. */
export const OWN_FLAGS = [
  input('--prompt-file <FILE>', 'Read the prompt from a file (UTF-8)', { file: 'input' }),
  input('--codex-path <FILE>', 'Run this codex instead of searching for one', { file: 'input' }),
  input('--context <KEY=VALUE>...', 'Add hidden context; @FILE reads the value (app-server)', {
    file: 'at-input',
    env: false,
  }),
  input('--context-untrusted <KEY=VALUE>...', 'Like --context, but marked as untrusted', {
    file: 'at-input',
    env: false,
  }),
  input('--last', 'Resume the most recent session of this directory', { env: false }),
  input('--all', 'With --last, consider the sessions of all directories', { env: false }),
  input('--uncommitted', 'Review staged, unstaged and untracked changes', { env: false }),
  input('--base <BRANCH>', 'Review the changes against this branch', { env: false }),
  input('--commit <SHA>', 'Review the changes of this commit', { env: false }),
  input('--title <TITLE>', 'Title of the commit, with --commit', { env: false }),
  input('--exit-code <N>', 'Exit code of the codex that wrote the events', { default: '0', env: false }),
  input('--seed <N>', 'Seed of the sample', { default: '1', env: false }),

  schema('--schema-mode <MODE>', 'Reject unsupported keywords, adapt them, or send as is', {
    choices: ['strict', 'adapt', 'raw'],
    default: 'strict',
  }),
  schema('--fail-on-warnings', 'In strict mode, treat warnings as errors'),
  schema('--no-narrow', 'In adapt mode, still allow unnamed properties and the like'),
  schema('--allow-refs-outside', "Follow references to files outside the schema's directory"),
  schema('--no-validate', 'Do not validate the answer against the schema'),
  schema('--no-validate-formats', 'Report format mismatches as notices instead of failing'),
  schema('--schema <SCHEMA>', 'Schema of the answer: a file, module.ts#export, inline {…}, or -', {
    file: 'schema',
  }),
  schema('--decode', 'In adapt mode, convert the final message back to the original schema'),

  output('--envelope[=full]', 'Print the outcome as JSON, on failure too; =full adds events', {
    choices: ['brief', 'full'],
  }),
  output('--pretty', 'Indent the JSON'),
  output('-o, --output <FILE>', 'Write the JSON to a file atomically', { file: 'output' }),
  output('--events <FILE>', "Save codex's JSONL events to a file, byte for byte", { file: 'output' }),
  output('-q, --quiet', 'Do not show progress'),
  output('-v, --verbose', 'Print events and the stderr of codex as they arrive'),
  output('--json', 'Print one line of JSON, on failure too', { env: false }),
  output('--report', 'Print to stderr what was changed, where and why', { env: false }),
  output('--wire', 'Print the sample as the model would write it', { env: false }),

  limits('--timeout <TIME>', 'Maximum run time, such as 90 (seconds), 10m or 1h30m', { default: 'none' }),
  limits('--idle-timeout <TIME>', 'Maximum time without output from codex', { default: 'none' }),
  limits('--exit-grace <TIME>', 'Maximum time for codex to exit after its turn', { default: '10s' }),
  limits('--max-line-bytes <SIZE>', 'Maximum length of a line that codex prints', { default: '64MiB' }),

  retries('--repair <N>', 'Ask again up to N times if the answer is invalid', { default: '0' }),
  retries('--retry <N>', 'Retry temporary failures, such as rate limits, up to N times', { default: '0' }),
  retries('--retry-unsafe', 'With --retry, retry even if codex may do work twice'),
  retries('--two-step', 'Work first, then format the result; for models that skip tools'),

  execution('--transport <NAME>', 'How to run codex', { choices: ['exec', 'app-server'], default: 'exec' }),
  execution('--fail-on-tool-error', 'Fail if a command or tool call failed, even if the answer is valid'),

  credentials('--credential-bridge', 'Hide the API key from codex; a local bridge adds it to requests'),
  credentials('--key-env <NAME>', 'Variable with the API key for the bridge', { default: 'OPENAI_API_KEY' }),
  credentials('--upstream <URL>', 'Base URL of the provider', { default: 'https://api.openai.com/v1' }),

  rehearsal('--rehearse', 'Run codex against an embedded provider, without key or network'),
  rehearsal('--rehearse-answer <FILE>', 'Answer of the embedded provider; implies --rehearse', {
    file: 'input',
    default: 'a sample of the schema',
  }),
  rehearsal('--rehearse-seed <N>', 'Seed of the sample answer; implies --rehearse', { default: '1' }),
  rehearsal('--no-rehearsal', 'Skip the checks that run a rehearsed turn', { env: false }),
];

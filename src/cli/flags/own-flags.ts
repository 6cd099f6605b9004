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
  input(
    '--context <KEY=VALUE>...',
    'Add hidden context from the application; @FILE reads the value from a file (app-server only)',
    { file: 'at-input', env: false },
  ),
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
  input('--seed <N>', 'Seed of the sample; the same seed gives the same sample', {
    default: '1',
    env: false,
  }),

  schema(
    '--schema-mode <MODE>',
    'How to send the schema: reject what strict mode forbids, adapt it, or as is',
    {
      choices: ['strict', 'adapt', 'raw'],
      default: 'strict',
    },
  ),
  schema('--fail-on-warnings', 'In strict mode, treat warnings as errors'),
  schema(
    '--no-narrow',
    'In adapt mode, keep allowing what the schema leaves open, such as unnamed properties',
  ),
  schema('--allow-refs-outside', "Follow references to files outside the schema's directory"),
  schema('--no-validate', 'Do not validate the answer against the schema'),
  schema('--no-validate-formats', 'Report format mismatches as notices instead of failing'),
  schema(
    '--schema <SCHEMA>',
    'Schema that the answer must match: a file, module.ts#export, - for stdin, or inline {…}',
    { file: 'schema' },
  ),
  schema(
    '--decode',
    "In adapt mode, convert the final message back into the schema's own form for the client",
  ),

  output(
    '--envelope[=full]',
    'Print the whole outcome as one JSON line, on failure too; =full adds the events',
    {
      choices: ['brief', 'full'],
    },
  ),
  output('--pretty', 'Indent the JSON'),
  output('-o, --output <FILE>', 'Write the JSON to a file atomically instead of to stdout', {
    file: 'output',
  }),
  output('--events <FILE>', "Save codex's JSONL events to a file, byte for byte", { file: 'output' }),
  output('-q, --quiet', 'Do not show progress'),
  output('-v, --verbose', 'Print events and the stderr of codex as they arrive'),
  output('--json', 'Print one line of JSON, on failure too', { env: false }),
  output('--report', 'Print to stderr what was changed, where and why', { env: false }),
  output('--wire', 'Print the sample in the form of the adapted schema, as the model would write it', {
    env: false,
  }),

  limits('--timeout <TIME>', 'Maximum run time, such as 90s, 10m or 1h30m; a bare number is seconds', {
    default: 'none',
  }),
  limits('--idle-timeout <TIME>', 'Maximum time without output from codex', { default: 'none' }),
  limits('--exit-grace <TIME>', 'Maximum time for codex to exit after its turn has ended', {
    default: '10s',
  }),
  limits('--max-line-bytes <SIZE>', 'Maximum length of a line that codex prints', { default: '64MiB' }),

  retries('--repair <N>', 'Ask again on the same thread up to N times if the answer is invalid', {
    default: '0',
  }),
  retries(
    '--retry <N>',
    'Retry up to N times after a temporary failure, such as a rate limit or an overload',
    {
      default: '0',
    },
  ),
  retries(
    '--retry-unsafe',
    'With --retry, retry even if codex has started to work; it may do the work twice',
  ),
  retries(
    '--two-step',
    'Work first, then format the result in a second turn; for models that skip tools with a schema',
  ),

  execution('--transport <NAME>', 'How to run codex; app-server identifies the final message reliably', {
    choices: ['exec', 'app-server'],
    default: 'exec',
  }),
  execution(
    '--fail-on-tool-error',
    'Fail with turn_failed if a command or tool call failed, even if the answer is valid',
  ),

  credentials(
    '--credential-bridge',
    'Hide the API key from codex and its commands; a local bridge adds it to requests',
  ),
  credentials('--key-env <NAME>', 'Environment variable that holds the API key for the bridge', {
    default: 'OPENAI_API_KEY',
  }),
  credentials('--upstream <URL>', 'Base URL that the bridge sends requests to', {
    default: 'https://api.openai.com/v1',
  }),

  rehearsal(
    '--rehearse',
    'Run the real codex against an embedded provider, without a key, network or tokens',
  ),
  rehearsal('--rehearse-answer <FILE>', 'JSON answer of the embedded provider; implies --rehearse', {
    file: 'input',
    default: 'a sample of the schema',
  }),
  rehearsal('--rehearse-seed <N>', 'Seed of the sample answer; implies --rehearse', { default: '1' }),
  rehearsal('--no-rehearsal', 'Skip the checks that run a rehearsed turn', { env: false }),
];

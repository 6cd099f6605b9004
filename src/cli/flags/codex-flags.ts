import { flagsIn } from './flag.js';

const flag = flagsIn('Codex');

/** codex's own flags under codex's names. `src/codex/flags.ts` lists which subcommand takes which. */
export const CODEX_FLAGS = [
  flag('-m, --model <MODEL>', 'Model to use', { codexOption: 'model' }),
  flag('-C, --cd <DIR>', 'Working directory of the agent', { codexOption: 'cd' }),
  flag('-s, --sandbox <MODE>', 'Sandbox for the commands that the model runs', {
    choices: ['read-only', 'workspace-write', 'danger-full-access'],
    codexOption: 'sandbox',
  }),
  flag('-c, --config <KEY=VALUE>...', "Override a value of codex's config.toml", {
    file: 'loose-input',
    codexOption: 'config',
  }),
  flag('-p, --profile <NAME>', 'Configuration profile of codex', { codexOption: 'profile' }),
  flag('-i, --image <FILE>...', 'Attach an image to the prompt', { file: 'input', codexOption: 'images' }),
  flag('--add-dir <DIR>...', 'Let the agent write to another directory', { codexOption: 'addDirs' }),
  flag('--enable <FEATURE>...', 'Enable a feature of codex', { codexOption: 'enable' }),
  flag('--disable <FEATURE>...', 'Disable a feature of codex', { codexOption: 'disable' }),
  flag('--oss', 'Use the open-source provider', { codexOption: 'oss' }),
  flag('--local-provider <NAME>', 'Local provider: lmstudio or ollama', { codexOption: 'localProvider' }),
  flag('--skip-git-repo-check', 'Allow running outside a Git repository', {
    codexOption: 'skipGitRepoCheck',
  }),
  flag('--ephemeral', 'Do not save session files', { codexOption: 'ephemeral' }),
  flag('--ignore-user-config', 'Do not load $CODEX_HOME/config.toml', { codexOption: 'ignoreUserConfig' }),
  flag('--ignore-rules', 'Do not load execpolicy .rules files', { codexOption: 'ignoreRules' }),
  flag('--strict-config', 'Reject unknown fields in config.toml', { codexOption: 'strictConfig' }),
  flag('--dangerously-bypass-approvals-and-sandbox', 'Run commands without approval or sandbox', {
    codexOption: 'dangerouslyBypassApprovalsAndSandbox',
  }),
  flag('--dangerously-bypass-hook-trust', 'Run hooks without persisted trust', {
    codexOption: 'dangerouslyBypassHookTrust',
  }),
  flag('--approve-for-me', 'Let codex review approvals, in the workspace-write sandbox', {
    codexOption: 'approveForMe',
  }),
  flag('--worktree', 'Work in a new Git worktree that codex manages', { codexOption: 'worktree' }),
  flag('--thread-source <SOURCE>', 'Source that codex records for a new thread', {
    codexOption: 'threadSource',
  }),
  flag(
    '--cyber-access-program <PROGRAM>',
    'OpenAI cyber access program: standard, daybreak_blue or daybreak_red',
    {
      codexOption: 'cyberAccessProgram',
    },
  ),
];

import type { CodexOptions } from '../../src/codex/command.js';

/** Every option of codex's own, each with a value that codex would take. */
export const EVERY_OPTION: Required<CodexOptions> = {
  model: 'gpt-x',
  cd: '.',
  sandbox: 'read-only',
  config: ['a=1'],
  profile: 'work',
  images: ['a.png'],
  addDirs: ['.'],
  enable: ['x'],
  disable: ['y'],
  oss: true,
  localProvider: 'ollama',
  skipGitRepoCheck: true,
  ephemeral: true,
  ignoreUserConfig: true,
  ignoreRules: true,
  strictConfig: true,
  dangerouslyBypassApprovalsAndSandbox: true,
  dangerouslyBypassHookTrust: true,
  approveForMe: true,
  worktree: true,
  threadSource: 'x',
  cyberAccessProgram: 'standard',
  extraArgs: [],
};

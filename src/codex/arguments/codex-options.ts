import type { CodexOptions } from '../command.js';
import { flag, listOf, type OptionTable, oneOf, string } from './expectations.js';

/** The types of codex's own options; what codex would reject of their values is judged by `checkOptions`. */
export const CODEX_OPTIONS: OptionTable<CodexOptions> = {
  model: string,
  cd: string,
  sandbox: oneOf('read-only', 'workspace-write', 'danger-full-access'),
  config: listOf(string),
  profile: string,
  images: listOf(string),
  addDirs: listOf(string),
  enable: listOf(string),
  disable: listOf(string),
  oss: flag,
  localProvider: string,
  skipGitRepoCheck: flag,
  ephemeral: flag,
  ignoreUserConfig: flag,
  ignoreRules: flag,
  strictConfig: flag,
  dangerouslyBypassApprovalsAndSandbox: flag,
  dangerouslyBypassHookTrust: flag,
  approveForMe: flag,
  worktree: flag,
  threadSource: string,
  cyberAccessProgram: string,
  extraArgs: listOf(string),
};

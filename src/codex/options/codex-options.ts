import type { CodexOptions } from '../command.js';
import { boolean, listOf, type OptionTable, oneOf, string } from './validators.js';

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
  oss: boolean,
  localProvider: string,
  skipGitRepoCheck: boolean,
  ephemeral: boolean,
  ignoreUserConfig: boolean,
  ignoreRules: boolean,
  strictConfig: boolean,
  dangerouslyBypassApprovalsAndSandbox: boolean,
  dangerouslyBypassHookTrust: boolean,
  approveForMe: boolean,
  worktree: boolean,
  threadSource: string,
  cyberAccessProgram: string,
  extraArgs: listOf(string),
};

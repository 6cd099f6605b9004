import { resolve } from 'node:path';
import type { CodexOptions } from '../../codex/command.js';
import type * as protocol from '../generated/protocol.js';

/** What starting, resuming and forking a thread have in common. */
type ThreadSettings = Pick<
  protocol.ThreadStartParams & protocol.ThreadResumeParams & protocol.ThreadForkParams,
  'model' | 'cwd' | 'sandbox' | 'approvalPolicy' | 'runtimeWorkspaceRoots'
>;

/**
 * codex's flags as settings of a thread.
 *
 * Like `codex exec` it asks nobody for approval, unless a `-c approval_policy` says so: our policy then
 * answers.
 */
export function threadSettings(options: CodexOptions, callerCwd: string): ThreadSettings {
  const { model, addDirs = [] } = options;
  const cwd = options.cd === undefined ? callerCwd : resolve(callerCwd, options.cd);
  const bypass = options.dangerouslyBypassApprovalsAndSandbox === true;
  const sandbox = bypass ? 'danger-full-access' : options.sandbox;
  const setsApproval = (options.config ?? []).some((override) => /^\s*approval_policy\s*=/.test(override));
  return {
    cwd,
    ...(model === undefined ? {} : { model }),
    ...(sandbox === undefined ? {} : { sandbox }),
    ...(setsApproval && !bypass ? {} : { approvalPolicy: 'never' }),
    ...(addDirs.length === 0
      ? {}
      : { runtimeWorkspaceRoots: [cwd, ...addDirs.map((folder) => resolve(cwd, folder))] }),
  };
}

/** The prompt and the images of a turn. Paths are the caller's, as with `codex exec`. */
export function turnInput(
  prompt: string,
  images: readonly string[],
  callerCwd: string,
): protocol.UserInput[] {
  return [
    ...images.map((path): protocol.UserInput => ({ type: 'localImage', path: resolve(callerCwd, path) })),
    { type: 'text', text: prompt, text_elements: [] },
  ];
}

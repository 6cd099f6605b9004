import { resolve } from 'node:path';
import type { CodexOptions } from '../../codex/command.js';
import type * as protocol from '../generated/protocol.js';

type ThreadSettings = Pick<
  protocol.ThreadStartParams & protocol.ThreadResumeParams & protocol.ThreadForkParams,
  'model' | 'cwd' | 'sandbox' | 'approvalPolicy' | 'runtimeWorkspaceRoots'
>;

/**
 * Returns codex's flags as settings of a thread. As in `codex exec`, nothing needs approval, unless
 * `-c approval_policy` is set.
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

/** Returns the prompt and the images of a turn. As in `codex exec`, paths are relative to the caller's directory. */
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

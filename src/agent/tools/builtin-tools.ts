import type { CommandDecision, Decision, FileChangeDecision } from '../approvals/decision.js';
import type {
  PendingCommandExecution,
  PendingFileChange,
  PendingToolCall,
} from '../approvals/pending-calls.js';

/** Decides about a call that codex asks about; `undefined` is `defer`. */
export type ApprovalPolicy<C extends PendingToolCall, D extends Decision> = (
  call: C,
) => D | undefined | Promise<D | undefined>;

/** What a policy may do beside deciding about calls that stay in the sandbox. */
export interface PolicyOptions {
  /**
   * True: an `approve` of the policy also holds for calls that leave the sandbox (`call.leavesSandbox`). By default
   * such an `approve` is a `reject`. What a host decides about a pending call by hand holds in any case.
   */
  readonly allowOutsideSandbox?: boolean;
}

/** A tool of codex's own. An agent has exactly those that it was given. */
export abstract class BuiltinTool {
  /** As the model knows it. */
  abstract readonly name: string;

  /**
   * The same tool, with a policy that decides about its calls.
   *
   * @throws {TypeError} for a tool about which codex asks nobody
   */
  withApprovalPolicy(_policy: never, _options?: PolicyOptions): BuiltinTool {
    throw new TypeError(
      `codex asks nobody before it uses ${this.name}: leave the tool out, or narrow the sandbox instead.`,
    );
  }
}

/** Runs commands in a session of the unified exec tool. codex has it only together with {@link WriteStdin}. */
export class ExecCommand extends BuiltinTool {
  readonly name = 'exec_command';

  constructor(
    readonly policy: ApprovalPolicy<PendingCommandExecution, CommandDecision> | null = null,
    readonly policyOptions: PolicyOptions = {},
  ) {
    super();
  }

  override withApprovalPolicy(
    policy: ApprovalPolicy<PendingCommandExecution, CommandDecision>,
    options: PolicyOptions = {},
  ): ExecCommand {
    return new ExecCommand(policy, options);
  }
}

/** Writes to a command that is still running. codex has it only together with {@link ExecCommand}. */
export class WriteStdin extends BuiltinTool {
  readonly name = 'write_stdin';
}

/** Changes files by codex's patch language. */
export class ApplyPatch extends BuiltinTool {
  readonly name = 'apply_patch';

  constructor(
    readonly policy: ApprovalPolicy<PendingFileChange, FileChangeDecision> | null = null,
    readonly policyOptions: PolicyOptions = {},
  ) {
    super();
  }

  override withApprovalPolicy(
    policy: ApprovalPolicy<PendingFileChange, FileChangeDecision>,
    options: PolicyOptions = {},
  ): ApplyPatch {
    return new ApplyPatch(policy, options);
  }
}

/** No released codex has it: an agent that is given it ends each turn as `unsupported`. */
export class ReadFile extends BuiltinTool {
  readonly name = 'read_file';
}

/** Shows the model an image of the workspace. */
export class ViewImage extends BuiltinTool {
  readonly name = 'view_image';
}

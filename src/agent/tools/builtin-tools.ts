import type { CommandDecision, Decision, FileChangeDecision } from '../approvals/decision.js';
import type {
  PendingCommandExecution,
  PendingFileChange,
  PendingToolCall,
} from '../approvals/pending-calls.js';

/** Decides about a call that codex asks about. `undefined` means `defer`. */
export type ApprovalPolicy<C extends PendingToolCall, D extends Decision> = (
  call: C,
) => D | undefined | Promise<D | undefined>;

/** What a policy may do besides deciding about calls that stay in the sandbox. */
export interface PolicyOptions {
  /**
   * True: an `approve` of the policy also holds for calls that leave the sandbox (`call.leavesSandbox`). By default
   * such an `approve` becomes a `reject`. A decision that the host makes about a pending call holds in any case.
   */
  readonly allowOutsideSandbox?: boolean;
}

/** A tool of codex itself. An agent has exactly the tools that it is given. */
export abstract class BuiltinTool {
  /** The name that the model uses. */
  abstract readonly name: string;

  /**
   * Returns the same tool with a policy that decides about its calls.
   *
   * @throws {TypeError} for a tool whose calls codex never asks about
   */
  withApprovalPolicy(_policy: never, _options?: PolicyOptions): BuiltinTool {
    throw new TypeError(
      `codex does not ask before it uses ${this.name}. Leave the tool out, or narrow the sandbox instead.`,
    );
  }
}

/** A tool whose calls codex asks about. */
abstract class ApprovableTool<C extends PendingToolCall, D extends Decision> extends BuiltinTool {
  constructor(
    readonly policy: ApprovalPolicy<C, D> | null = null,
    readonly policyOptions: PolicyOptions = {},
  ) {
    super();
  }

  override withApprovalPolicy(policy: ApprovalPolicy<C, D>, options: PolicyOptions = {}): this {
    return Object.assign(Object.create(Object.getPrototypeOf(this)), this, {
      policy,
      policyOptions: options,
    });
  }
}

/** Runs commands in a session of the unified exec tool. codex offers it only together with {@link WriteStdin}. */
export class ExecCommand extends ApprovableTool<PendingCommandExecution, CommandDecision> {
  readonly name = 'exec_command';
}

/** Writes to a running command. codex offers it only together with {@link ExecCommand}. */
export class WriteStdin extends BuiltinTool {
  readonly name = 'write_stdin';
}

/** Changes files with codex's patch language. */
export class ApplyPatch extends ApprovableTool<PendingFileChange, FileChangeDecision> {
  /** The name of the tool, as codex names it. */
  readonly name = 'apply_patch';
}

/** Is in no released codex: each turn of an agent that is given it ends as `unsupported`. */
export class ReadFile extends BuiltinTool {
  readonly name = 'read_file';
}

/** Shows the model an image of the workspace. */
export class ViewImage extends BuiltinTool {
  readonly name = 'view_image';
}

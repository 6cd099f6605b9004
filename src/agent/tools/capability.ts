import type { WorkspaceManifest } from '../workspace/create-workspace.js';
import { type BuiltinTool, ExecCommand, type PolicyOptions, WriteStdin } from './builtin-tools.js';
import type { FunctionTool } from './function-tool.js';

/** A tool of codex, or of the host. */
export type Tool = BuiltinTool | FunctionTool;

/** Something that an agent can do: its tools, instructions for the model, and the workspace that they need. */
export abstract class Capability {
  /** Returns the tools of this capability. */
  tools(): readonly Tool[] {
    return [];
  }

  /** Returns text that is added to the developer instructions. */
  instructions(): string | null {
    return null;
  }

  /** Returns the manifest with what this capability needs, from the one that the capabilities before it returned. */
  processManifest(manifest: WorkspaceManifest): WorkspaceManifest | Promise<WorkspaceManifest> {
    return manifest;
  }
}

/** Runs commands with codex's unified exec tool. An agent has this capability by default. */
export class UnifiedExec extends Capability {
  readonly #exec: ExecCommand;

  /** @param options.approve - decides about each command; without it, every command waits for the host */
  constructor(options: PolicyOptions & { readonly approve?: NonNullable<ExecCommand['policy']> } = {}) {
    super();
    const { approve, ...policyOptions } = options;
    this.#exec = new ExecCommand(approve, policyOptions);
  }

  /** Returns `exec_command` and `write_stdin`. */
  override tools(): readonly Tool[] {
    return [this.#exec, new WriteStdin()];
  }
}

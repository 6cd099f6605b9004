import type { WorkspaceManifest } from '../workspace/create-workspace.js';
import { type BuiltinTool, ExecCommand, type PolicyOptions, WriteStdin } from './builtin-tools.js';
import type { FunctionTool } from './function-tool.js';

/** A tool of codex's own, or of the host's. */
export type Tool = BuiltinTool | FunctionTool;

/** Something that an agent can do: tools, what the model is to know of them, and what they need to be there. */
export abstract class Capability {
  tools(): readonly Tool[] {
    return [];
  }

  /** Goes to the model with the developer instructions. */
  instructions(): string | null {
    return null;
  }

  /** The workspace as this capability needs it, from what those before it have made of it. */
  processManifest(manifest: WorkspaceManifest): WorkspaceManifest | Promise<WorkspaceManifest> {
    return manifest;
  }
}

/** Commands by codex's unified exec tool; what an agent has where no capabilities are named. */
export class UnifiedExec extends Capability {
  readonly #approve: ExecCommand['policy'];
  readonly #options: PolicyOptions;

  /** @param options.approve - decides about each command; without it every command is pending */
  constructor(options: PolicyOptions & { readonly approve?: NonNullable<ExecCommand['policy']> } = {}) {
    super();
    const { approve, ...policyOptions } = options;
    this.#approve = approve ?? null;
    this.#options = policyOptions;
  }

  override tools(): readonly Tool[] {
    return [new ExecCommand(this.#approve, this.#options), new WriteStdin()];
  }
}

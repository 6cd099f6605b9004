import { missingCapability } from '../../codex/capabilities.js';
import type { JsonObject } from '../../json/value.js';
import type { UnsupportedFailure } from '../../outcome/outcome.js';
import { retrySafetyOfKind } from '../../outcome/retry-safety.js';
import {
  ApplyPatch,
  type BuiltinTool,
  ExecCommand,
  ReadFile,
  ViewImage,
  WriteStdin,
} from './builtin-tools.js';

/** The tools of codex that an agent has. */
export interface Allowlist {
  readonly shell: boolean;
  readonly applyPatch: boolean;
  readonly viewImage: boolean;
}

/** Returns the allowlist for these tools, or a failure if no released codex can be restricted to them. */
export function allowlistOf(builtins: readonly BuiltinTool[]): Allowlist | UnsupportedFailure {
  const has = (kind: (typeof KNOWN)[number]) => builtins.some((tool) => tool instanceof kind);
  const unknown = builtins.find((tool) => !KNOWN.some((kind) => tool instanceof kind));
  if (unknown !== undefined) return unsupported(unknown.name, 'codex has no such tool', 'Leave it out.');
  if (has(ReadFile)) {
    return unsupported(
      'read_file',
      'no released codex has read_file',
      'Use ExecCommand and WriteStdin instead.',
    );
  }
  if (has(ExecCommand) !== has(WriteStdin)) {
    const [alone, other] = has(ExecCommand) ? ['ExecCommand', 'WriteStdin'] : ['WriteStdin', 'ExecCommand'];
    return unsupported(
      has(ExecCommand) ? 'exec_command' : 'write_stdin',
      `codex offers exec_command and write_stdin only together, not ${alone} alone`,
      `Add ${other}.`,
    );
  }
  return { shell: has(ExecCommand), applyPatch: has(ApplyPatch), viewImage: has(ViewImage) };
}

const KNOWN = [ApplyPatch, ExecCommand, ReadFile, ViewImage, WriteStdin] as const;

/** Returns the configuration of a thread that has exactly these tools of codex. */
export function allowlistConfig(allowed: Allowlist, catalogPath: string): JsonObject {
  const off = ['goals', 'multi_agent', 'multi_agent_v2', 'image_generation', 'tool_suggest', 'sleep_tool'];
  return {
    ...Object.fromEntries([...off, 'apps', 'plugins'].map((feature) => [`features.${feature}`, false])),
    'features.shell_tool': allowed.shell,
    'features.view_image': allowed.viewImage,
    'agents.enabled': false,
    'tools.experimental_request_user_input': { enabled: false },
    'tools.update_plan': { enabled: false },
    web_search: 'disabled',
    model_catalog_json: catalogPath,
  };
}

/** Returns a failure if this codex would ignore the allowlist. */
export function allowlistUnsupported(version: string | null): UnsupportedFailure | null {
  return missingCapability([{ capability: 'tool_allowlist' }], version);
}

/** The failure for a codex that does not print which tools it offers to its models. */
export function noCatalogFailure(): UnsupportedFailure {
  return unsupported(
    'tool_allowlist',
    'this codex does not print its models (codex debug models)',
    "Update it with 'npm install -g @openai/codex'.",
    { needs: 'codex debug models', found: 'no model catalog' },
  );
}

/** The failure for a model that never gets `apply_patch`. */
export function noApplyPatchFailure(model: string | null): UnsupportedFailure {
  const found = `the model ${model ?? '(not named)'}`;
  return unsupported(
    'apply_patch',
    `codex does not offer apply_patch to ${found}`,
    'Choose another model, or leave ApplyPatch out.',
    { needs: 'a model for which the catalog of codex has apply_patch', found },
  );
}

function unsupported(
  capability: string,
  why: string,
  advice: string,
  versions: { readonly needs: string; readonly found: string } = {
    needs: 'a codex that has it',
    found: 'no released codex',
  },
): UnsupportedFailure {
  const message = `The agent cannot have its tools: ${why}. ${advice}`;
  return {
    ok: false,
    kind: 'unsupported',
    capability,
    ...versions,
    message,
    ...retrySafetyOfKind('unsupported'),
  };
}

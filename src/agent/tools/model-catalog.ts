import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CodexInstallation, Environment } from '../../codex/installation.js';
import { runShortly } from '../../codex/process/short-run.js';
import { type Fields, fieldsOf, stringOf } from '../../json/fields.js';
import { missingResource } from '../../platform/process/resources.js';

/** If codex has a login, it asks its provider for new models first, and prints its own list if that fails. */
const LIMIT_MS = 15_000;
const MAX_BYTES = 32 * 1024 * 1024;

/** The models that codex knows, with the tools that it offers to each. */
export interface ModelCatalog {
  readonly models: readonly Fields[];
  /** All other members, which are written back unchanged. */
  readonly rest: Fields;
}

/**
 * Returns codex's own catalog; null if this codex does not print one.
 *
 * @throws if the system is out of file descriptors or processes
 */
export async function readCatalog(
  codex: CodexInstallation,
  overrides: readonly string[],
  env: Environment,
): Promise<ModelCatalog | null> {
  const args = ['debug', 'models', ...overrides.map((override) => `--config=${override}`)];
  try {
    const { stdout } = await runShortly(codex, args, env, { limitMs: LIMIT_MS, maxOutput: MAX_BYTES });
    const { models, ...rest } = fieldsOf(JSON.parse(stdout)) ?? {};
    if (!Array.isArray(models)) return null;
    return { models: models.map(fieldsOf).filter((model) => model !== null), rest };
  } catch (error) {
    if (missingResource(error) !== null) throw error;
    // codex did not start, or printed something else: this codex has no catalog.
    return null;
  }
}

/** The settings of tools that only the catalog has. */
export interface CatalogRules {
  readonly applyPatch: boolean;
  /** False: models call their tools directly, not from JavaScript, whose calls codex does not report. */
  readonly codeMode: boolean;
}

/**
 * Writes the catalog without anything that would offer tools beyond the allowlist, and returns its path. The
 * catalog is the only setting of codex-cli 0.171.0 for `apply_patch`.
 */
export async function writeCatalog(
  { models, rest }: ModelCatalog,
  folder: string,
  { applyPatch, codeMode }: CatalogRules,
): Promise<string> {
  const narrowed = models.map((model) => ({
    ...model,
    experimental_supported_tools: [],
    ...(applyPatch ? {} : { apply_patch_tool_type: null }),
    ...(codeMode ? {} : { tool_mode: null }),
  }));
  const path = join(folder, 'models.json');
  await writeFile(path, JSON.stringify({ ...rest, models: narrowed }), { mode: 0o600 });
  return path;
}

/** Whether codex offers `apply_patch` to this model at all. */
export function offersApplyPatch({ models }: ModelCatalog, slug: string): boolean {
  const model = models.find((entry) => entry['slug'] === slug);
  return stringOf(model?.['apply_patch_tool_type']) !== null;
}

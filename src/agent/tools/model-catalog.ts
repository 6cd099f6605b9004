import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CodexInstallation, Environment } from '../../codex/installation.js';
import { missingResource } from '../../codex/resources.js';
import { type Fields, fieldsOf, stringOf } from '../../json/fields.js';
import { runShortly } from '../../transports/process/short-run.js';

/** codex asks its provider for new models where it has a login; it has its own list if that fails. */
const LIMIT_MS = 15_000;
const MAX_BYTES = 32 * 1024 * 1024;

/** The models that codex knows, and what it offers each of them. */
export interface ModelCatalog {
  readonly models: readonly Fields[];
  /** Everything else in it, to be handed back as it is. */
  readonly rest: Fields;
}

/**
 * codex's own catalogue; null where this codex does not print one.
 *
 * @throws if the system has no descriptors or processes left
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
    // It could not be started, or what it printed is no catalogue: this codex has none for us.
    return null;
  }
}

/** What codex is told of its tools by way of the catalogue. */
export interface CatalogRules {
  readonly applyPatch: boolean;
  /** False: models call their tools themselves, not from JavaScript of which codex tells nothing. */
  readonly codeMode: boolean;
}

/**
 * Writes the catalogue with nothing in it that would offer tools beyond the allowlist: it is the only place
 * where codex-cli 0.171.0 can be told about `apply_patch`.
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

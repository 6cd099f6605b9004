import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codexHomeOf } from '../../codex/codex-home.js';
import type { Environment } from '../../codex/installation.js';
import { isObject } from '../../json/value.js';

/** The model provider that codex's configuration selects. */
export interface ConfiguredProvider {
  readonly id: string;
  /** The variable with the key that codex sends; null if the provider names none. */
  readonly envKey: string | null;
  /** Where codex sends requests; null if the configuration does not say. */
  readonly baseUrl: string | null;
}

/** The environment, and the options that select a provider. */
interface ProviderContext {
  readonly env: Environment;
  readonly config?: readonly string[] | undefined;
  readonly profile?: string | undefined;
}

type Table = Readonly<Record<string, unknown>>;
type ReadToml = typeof import('./read-toml.js').readToml;

/**
 * Reads the configuration as codex does: config.toml, then the profile (a file of its own; a table of config.toml in
 * older releases), then the `-c` overrides. Returns null if they select no provider: codex then uses OpenAI.
 */
export async function configuredProvider(context: ProviderContext): Promise<ConfiguredProvider | null> {
  const { readToml } = await import('./read-toml.js');
  const home = codexHomeOf(context.env).path;
  const base = await tableIn(join(home, 'config.toml'), readToml);
  const overrides = (context.config ?? []).map((override) => overrideTable(override, readToml));
  const profile = context.profile ?? stringIn(merged([base, ...overrides]), 'profile');
  const ofProfile =
    profile === undefined
      ? []
      : [
          tableOf(tableOf(base['profiles'])[profile]),
          await tableIn(join(home, `${profile}.config.toml`), readToml),
        ];
  const config = merged([base, ...ofProfile, ...overrides]);
  const id = stringIn(config, 'model_provider');
  if (id === undefined) return null;
  const table = tableOf(tableOf(config['model_providers'])[id]);
  return { id, envKey: stringIn(table, 'env_key') || null, baseUrl: stringIn(table, 'base_url') || null };
}

async function tableIn(file: string, readToml: ReadToml): Promise<Table> {
  try {
    return readToml(await readFile(file, 'utf8')) ?? {};
  } catch {
    // Absent or not readable, which the check of CODEX_HOME reports.
    return {};
  }
}

/** Parses `a.b=value`. The value is TOML, or else a string, as in codex. */
function overrideTable(override: string, readToml: ReadToml): Table {
  const at = override.indexOf('=');
  if (at === -1) return {};
  const text = override.slice(at + 1).trim();
  const value = readToml(`v = ${text}`)?.['v'] ?? text.replace(/^["']|["']$/g, '');
  const path = override.slice(0, at).trim().split('.');
  return path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as Table;
}

/** Merges tables recursively; later ones win. */
function merged(tables: readonly Table[]): Table {
  const all: Record<string, unknown> = Object.create(null);
  for (const table of tables) {
    for (const [key, value] of Object.entries(table)) {
      const [earlier, later] = [all[key], value].map((each) => (isTable(each) ? each : null));
      all[key] = earlier && later ? merged([earlier, later]) : value;
    }
  }
  return all;
}

function isTable(value: unknown): value is Table {
  return isObject(value) && !(value instanceof Date);
}

function tableOf(value: unknown): Table {
  return isTable(value) ? value : {};
}

function stringIn(table: Table, key: string): string | undefined {
  const value = Object.hasOwn(table, key) ? table[key] : undefined;
  return typeof value === 'string' ? value : undefined;
}

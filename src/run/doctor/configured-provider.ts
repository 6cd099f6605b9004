import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codexHomeOf } from '../../codex/codex-home.js';
import type { DoctorContext } from './check.js';

/** The provider that the configuration names for every run. */
export interface ConfiguredProvider {
  readonly id: string;
  /** The variable whose value codex sends as the key; null if the provider names none. */
  readonly envKey: string | null;
}

type Table = Readonly<Record<string, unknown>>;
type ReadToml = typeof import('./read-toml.js').readToml;

/**
 * Reads what codex would: config.toml, then the profile (a file of its own; a table of config.toml in older
 * releases), then the `-c` overrides. Null if they name no provider: codex then asks OpenAI.
 */
export async function configuredProvider(context: DoctorContext): Promise<ConfiguredProvider | null> {
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
  const envKey = stringIn(tableOf(tableOf(config['model_providers'])[id]), 'env_key');
  return { id, envKey: envKey === undefined || envKey === '' ? null : envKey };
}

async function tableIn(file: string, readToml: ReadToml): Promise<Table> {
  try {
    return readToml(await readFile(file, 'utf8')) ?? {};
  } catch {
    // Not there, or not to be read: the check of CODEX_HOME says so.
    return {};
  }
}

/** `a.b=value`: the value is TOML, or else a string, as codex reads it. */
function overrideTable(override: string, readToml: ReadToml): Table {
  const at = override.indexOf('=');
  if (at === -1) return {};
  const text = override.slice(at + 1).trim();
  const value = readToml(`v = ${text}`)?.['v'] ?? text.replace(/^["']|["']$/g, '');
  const path = override.slice(0, at).trim().split('.');
  return path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as Table;
}

/** Later tables win, table by table. */
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
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

function tableOf(value: unknown): Table {
  return isTable(value) ? value : {};
}

function stringIn(table: Table, key: string): string | undefined {
  const value = Object.hasOwn(table, key) ? table[key] : undefined;
  return typeof value === 'string' ? value : undefined;
}

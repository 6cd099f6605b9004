import type { DynamicToolSpec } from '../app-server/generated/protocol.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/value.js';
import type { UnsupportedFailure } from '../outcome/outcome.js';
import type { SchemaInput } from '../run/schema-input.js';
import type { OpenedThread, ThreadOptions } from '../run/threads/options.js';
import type { AgentOptions } from './agent-options.js';
import { bridgeSettings, type ModelBridge } from './model-bridge.js';
import { findRulesFile, rulesFileFailure } from './rules-files.js';
import { sandboxModeOf } from './sandbox/sandbox-mode.js';
import {
  type Allowlist,
  allowlistConfig,
  allowlistUnsupported,
  noApplyPatchFailure,
} from './tools/allowlist.js';
import type { Capability } from './tools/capability.js';
import { type ModelCatalog, offersApplyPatch } from './tools/model-catalog.js';
import type { ToolSet } from './tools/tool-set.js';

export interface ThreadSetup {
  readonly options: AgentOptions;
  readonly capabilities: readonly Capability[];
  readonly tools: ToolSet;
  readonly allowed: Allowlist;
  readonly catalog: ModelCatalog;
  readonly catalogPath: string;
  readonly bridge: ModelBridge | null;
  /** The configuration of the permission profiles. */
  readonly profiles: JsonObject;
}

/** Returns the options of an agent's thread: its tools, its instructions, its provider. */
export function threadOptionsOf(setup: ThreadSetup): ThreadOptions<SchemaInput | null> {
  const { options, allowed, catalogPath, bridge } = setup;
  const { threadConfig, cwd: _cwd, config: _config, onServerRequest: _request, ...others } = options;
  const { acceptRules: _acceptRules, ...rest } = others;
  const bridged = bridge === null ? null : bridgeSettings(bridge);
  const instructions = instructionsOf(setup);
  const sandbox = sandboxModeOf(options);
  return {
    ...rest,
    ...(sandbox === null ? {} : { sandbox }),
    approvalPolicy: options.approvalPolicy ?? 'untrusted',
    config: {
      // A hook could answer for the host. A host that wants the user's hooks enables them in `threadConfig`.
      'features.hooks': false,
      ...flattenSharedTables(threadConfig ?? {}),
      ...bridged?.config,
      ...setup.profiles,
      ...allowlistConfig(allowed, catalogPath),
    },
    ...(bridged === null ? {} : { modelProvider: bridged.modelProvider }),
    ...(instructions === '' ? {} : { developerInstructions: instructions }),
    dynamicTools: dynamicToolsOf(setup.tools),
    rawItems: true,
    onOpened: (thread) => rejectThread(thread, setup),
  };
}

/** Returns why a thread that codex has opened cannot be used; null if it can. */
async function rejectThread(thread: OpenedThread, setup: ThreadSetup): Promise<UnsupportedFailure | null> {
  const { allowed, catalog, options } = setup;
  const tooOld = allowlistUnsupported(thread.codexVersion);
  if (tooOld !== null) return tooOld;
  const rules = options.acceptRules === true ? null : findRulesFile(await thread.configFolders());
  if (rules !== null) return rulesFileFailure(rules);
  const { model } = thread;
  const hasPatch = !allowed.applyPatch || (model !== null && offersApplyPatch(catalog, model));
  return hasPatch ? null : noApplyPatchFailure(model);
}

function instructionsOf({ options, capabilities, tools }: ThreadSetup): string {
  const parts = [
    options.developerInstructions,
    ...capabilities.map((capability) => capability.instructions()),
    ...[...tools.functions.values()].map(({ tool }) => tool.instructions),
  ];
  return parts.filter((part) => typeof part === 'string' && part.trim() !== '').join('\n\n');
}

function dynamicToolsOf({ functions }: ToolSet): DynamicToolSpec[] {
  return [...functions.values()].map(({ tool, schema }) => ({
    type: 'function',
    name: tool.name,
    description: tool.description,
    // The protocol's type is not readonly, so it gets a copy.
    inputSchema: structuredClone(schema.wire as Record<string, never>),
  }));
}

/** Tables in which the agent sets members. They are set member by member, so that the agent's override the host's. */
const SHARED_TABLES: ReadonlySet<string> = new Set([
  'features',
  'tools',
  'agents',
  'model_providers',
  'permissions',
]);

function flattenSharedTables(config: JsonObject): JsonObject {
  const entries = Object.entries(config).flatMap(([name, value]): [string, JsonValue][] =>
    SHARED_TABLES.has(name) && isJsonObject(value)
      ? Object.entries(value).map(([member, inner]) => [`${name}.${member}`, inner as JsonValue])
      : [[name, value as JsonValue]],
  );
  return Object.fromEntries(entries);
}

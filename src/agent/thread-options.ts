import type { JsonObject, JsonValue } from '../json/value.js';
import type { UnsupportedFailure } from '../outcome/outcome.js';
import type { OpenedThread, ThreadOptions } from '../run/app-server/options.js';
import type { SchemaInput } from '../run/schema-input.js';
import type { DynamicToolSpec } from '../transports/app-server/generated/protocol.js';
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
  /** The permission profiles of {@link heldProfiles}. */
  readonly held: JsonObject;
}

/** The thread of an agent: its tools, its instructions, its way to the model. */
export function threadOptionsOf(setup: ThreadSetup): ThreadOptions<SchemaInput | null> {
  const { options, allowed, catalogPath, bridge } = setup;
  const { threadConfig, cwd: _cwd, config: _config, onServerRequest: _onServerRequest, ...others } = options;
  const { acceptRules: _acceptRules, ...rest } = others;
  const bridged = bridge === null ? null : bridgeSettings(bridge);
  const instructions = instructionsOf(setup);
  const sandbox = sandboxModeOf(options);
  return {
    ...rest,
    ...(sandbox === null ? {} : { sandbox }),
    approvalPolicy: options.approvalPolicy ?? 'untrusted',
    config: {
      // A hook may answer for the host; a host that wants the user's hooks turns them on in `threadConfig`.
      'features.hooks': false,
      ...leafwise(threadConfig ?? {}),
      ...bridged?.config,
      ...setup.held,
      ...allowlistConfig(allowed, catalogPath),
    },
    ...(bridged === null ? {} : { modelProvider: bridged.modelProvider }),
    ...(instructions === '' ? {} : { developerInstructions: instructions }),
    dynamicTools: dynamicToolsOf(setup.tools),
    rawItems: true,
    onOpened: (thread) => unfit(thread, setup),
  };
}

async function unfit(thread: OpenedThread, setup: ThreadSetup): Promise<UnsupportedFailure | null> {
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
    // A copy: the protocol's own type is not readonly.
    inputSchema: structuredClone(schema.wire as Record<string, never>),
  }));
}

/** Tables of which the agent sets members: member by member, so that the agent's win over the user's. */
const SHARED_TABLES: ReadonlySet<string> = new Set([
  'features',
  'tools',
  'agents',
  'model_providers',
  'permissions',
]);

function leafwise(config: JsonObject): JsonObject {
  const entries = Object.entries(config).flatMap(([name, value]): [string, JsonValue][] =>
    SHARED_TABLES.has(name) && typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value).map(([member, inner]) => [`${name}.${member}`, inner as JsonValue])
      : [[name, value as JsonValue]],
  );
  return Object.fromEntries(entries);
}

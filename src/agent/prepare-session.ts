import { dirname, resolve } from 'node:path';
import { spawnFailed } from '../codex/failures.js';
import { findCodex, isInstallation } from '../codex/find.js';
import { missingResource, outOfResources } from '../codex/resources.js';
import { workingDirectory } from '../codex/working-directory.js';
import type { Failure } from '../outcome/outcome.js';
import { createPrivateHome, type PrivateHome } from '../rehearsal/private-home.js';
import type { ThreadOptions } from '../run/app-server/options.js';
import type { SchemaInput } from '../run/schema-input.js';
import { sweepStaleFolders } from '../transports/exec/sweep.js';
import { probeVersion } from '../transports/process/probe-version.js';
import type { AgentOptions } from './agent-options.js';
import { policyNeedsArguments } from './approvals/approval-policy.js';
import { createNoRetryProfiles } from './sandbox/no-retry-profiles.js';
import { threadOptionsOf } from './thread-options.js';
import { allowlistOf, allowlistUnsupported, noCatalogFailure } from './tools/allowlist.js';
import type { Capability } from './tools/capability.js';
import { readCatalog, writeCatalog } from './tools/model-catalog.js';
import type { ToolSet } from './tools/tool-set.js';
import type { WorkspaceManifest } from './workspace/create-workspace.js';
import { createWorkspace } from './workspace/create-workspace.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** What a task runs on, and what has to be undone when it is over. */
export interface PreparedSession {
  readonly cwd: string;
  readonly env: Environment;
  /** Why there can be no turn. */
  readonly thread: ThreadOptions<SchemaInput | null> | Failure;
  /** The permission profiles that the thread knows, which keep its commands in their sandbox. */
  readonly noRetryProfiles: readonly string[];
  /** Called when the process has gone. */
  readonly release: () => Promise<void>;
}

/**
 * Everything that comes before the process: the workspace, what codex is told of the tools, the bridge.
 *
 * @throws {WorkspaceError} for a manifest that cannot be made
 */
export async function prepareSession(
  options: AgentOptions,
  capabilities: readonly Capability[],
  tools: ToolSet,
): Promise<PreparedSession> {
  const cwd = resolve(options.cwd ?? workingDirectory());
  const manifest = await makeWorkspace(options, capabilities, cwd);
  const whole = { ...(options.env ?? process.env), ...manifest.env };
  const nothing = async () => {};

  const allowed = allowlistOf(tools.builtins);
  if ('kind' in allowed) return { cwd, env: whole, thread: allowed, noRetryProfiles: [], release: nothing };
  const { codexPath } = options;
  const codex = findCodex({ env: whole, cwd, ...(codexPath === undefined ? {} : { codexPath }) });
  if (!isInstallation(codex))
    return { cwd, env: whole, thread: codex, noRetryProfiles: [], release: nothing };

  const bridge = (await (typeof options.bridge === 'function' ? options.bridge() : options.bridge)) ?? null;
  // From here on codex runs: what the bridge keeps from it, no process of it is to have.
  const env = bridge?.withoutKey?.(whole) ?? whole;
  let folder: PrivateHome | null = null;
  const release = async () => {
    await folder?.remove();
    await bridge?.close();
  };
  try {
    const version = await probeVersion(codex, env);
    // If it does not say, the app server is asked once it runs.
    const tooOld = version === null ? null : allowlistUnsupported(version);
    if (tooOld !== null) return { cwd, env, thread: tooOld, noRetryProfiles: [], release };
    const catalog = await readCatalog(codex, options.config ?? [], env);
    if (catalog === null) return { cwd, env, thread: noCatalogFailure(), noRetryProfiles: [], release };
    folder = await createPrivateHome();
    // One whose owner was killed is left; nobody waits for that.
    void sweepStaleFolders(dirname(folder.path));
    const rules = { ...allowed, codeMode: !policyNeedsArguments(tools.builtins) };
    const catalogPath = await writeCatalog(catalog, folder.path, rules);
    const held = await createNoRetryProfiles(folder.path, options);
    const setup = { options, capabilities, tools, allowed, catalog, catalogPath, bridge, held: held.config };
    return { cwd, env, thread: threadOptionsOf(setup), noRetryProfiles: held.names, release };
  } catch (error) {
    const missing = outOfResources(missingResource(error) ?? undefined);
    if (missing !== null) return { cwd, env, thread: spawnFailed(missing), noRetryProfiles: [], release };
    await release();
    throw error;
  }
}

async function makeWorkspace(
  options: AgentOptions,
  capabilities: readonly Capability[],
  cwd: string,
): Promise<WorkspaceManifest> {
  let manifest: WorkspaceManifest = options.manifest ?? {};
  for (const capability of capabilities) manifest = await capability.processManifest(manifest);
  if (Object.keys(manifest.files ?? {}).length === 0 && (manifest.directories ?? []).length === 0) {
    return manifest;
  }
  if (options.cwd === undefined) {
    throw new TypeError('The manifest has files, but the agent has no cwd: name the directory they go to.');
  }
  await createWorkspace(manifest, cwd);
  return manifest;
}

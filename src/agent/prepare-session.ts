import { dirname, resolve } from 'node:path';
import { spawnFailed } from '../codex/failures.js';
import { findCodex, isInstallation } from '../codex/find.js';
import { probeVersion } from '../codex/process/probe-version.js';
import { workingDirectory } from '../codex/working-directory.js';
import type { Failure } from '../outcome/outcome.js';
import { sweepStaleFolders } from '../platform/files/sweep-stale-folders.js';
import { resourceProblem } from '../platform/process/resources.js';
import { createPrivateHome, type PrivateHome } from '../rehearsal/private-home.js';
import type { SchemaInput } from '../run/schema-input.js';
import type { ThreadOptions } from '../run/threads/options.js';
import type { AgentOptions } from './agent-options.js';
import { policyNeedsArguments } from './approvals/approval-policy.js';
import { createNoRetryProfiles } from './sandbox/no-retry-profiles.js';
import { threadOptionsOf } from './thread-options.js';
import { allowlistOf, allowlistUnsupported, noCatalogFailure } from './tools/allowlist.js';
import type { Capability } from './tools/capability.js';
import { readCatalog, writeCatalog } from './tools/model-catalog.js';
import type { ToolSet } from './tools/tool-set.js';
import { createWorkspace, type WorkspaceManifest } from './workspace/create-workspace.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** What an agent session runs on, and what has to be undone when it ends. */
export interface PreparedSession {
  readonly cwd: string;
  readonly env: Environment;
  /** The options of the thread, or why no turn can run. */
  readonly thread: ThreadOptions<SchemaInput | null> | Failure;
  /** The names of the permission profiles that the thread knows, which keep its commands in their sandbox. */
  readonly noRetryProfiles: readonly string[];
  /** To be called when the process has exited. */
  readonly release: () => Promise<void>;
}

/**
 * Prepares everything that must exist before the process starts: the workspace, the restriction of codex to the
 * agent's tools, the bridge.
 *
 * @throws {WorkspaceError} if the manifest cannot be written
 */
export async function prepareSession(
  options: AgentOptions,
  capabilities: readonly Capability[],
  tools: ToolSet,
): Promise<PreparedSession> {
  const cwd = resolve(options.cwd ?? workingDirectory());
  const manifest = await prepareWorkspace(options, capabilities, cwd);
  const fullEnv = { ...(options.env ?? process.env), ...manifest.env };
  const failed = { cwd, env: fullEnv, noRetryProfiles: [], release: async () => {} };

  const allowed = allowlistOf(tools.builtins);
  if ('kind' in allowed) return { ...failed, thread: allowed };
  const { codexPath } = options;
  const codex = findCodex({ env: fullEnv, cwd, ...(codexPath === undefined ? {} : { codexPath }) });
  if (!isInstallation(codex)) return { ...failed, thread: codex };

  const bridge = (await (typeof options.bridge === 'function' ? options.bridge() : options.bridge)) ?? null;
  // codex runs from here on, and no process of it may get what the bridge keeps from it.
  const env = bridge?.withoutKey?.(fullEnv) ?? fullEnv;
  let folder: PrivateHome | null = null;
  const release = async () => {
    await folder?.remove();
    await bridge?.close();
  };
  const prepared = (thread: PreparedSession['thread'], noRetryProfiles: readonly string[] = []) => ({
    cwd,
    env,
    thread,
    noRetryProfiles,
    release,
  });
  try {
    const version = await probeVersion(codex, env);
    // If codex does not print its version, the app server reports it when it runs.
    const unsupported = version === null ? null : allowlistUnsupported(version);
    if (unsupported !== null) return prepared(unsupported);
    const catalog = await readCatalog(codex, options.config ?? [], env);
    if (catalog === null) return prepared(noCatalogFailure());
    folder = await createPrivateHome();
    // Removes folders whose owner was killed. The session does not wait for that.
    void sweepStaleFolders(dirname(folder.path));
    const rules = { ...allowed, codeMode: !policyNeedsArguments(tools.builtins) };
    const catalogPath = await writeCatalog(catalog, folder.path, rules);
    const profiles = await createNoRetryProfiles(folder.path, options);
    const setup = { options, capabilities, tools, allowed, catalog, catalogPath, bridge };
    return prepared(threadOptionsOf({ ...setup, profiles: profiles.config }), profiles.names);
  } catch (error) {
    const missing = resourceProblem(error);
    if (missing !== null) return prepared(spawnFailed(missing));
    await release();
    throw error;
  }
}

async function prepareWorkspace(
  options: AgentOptions,
  capabilities: readonly Capability[],
  cwd: string,
): Promise<WorkspaceManifest> {
  let manifest: WorkspaceManifest = options.manifest ?? {};
  for (const capability of capabilities) manifest = await capability.processManifest(manifest);
  const { files = {}, directories = [] } = manifest;
  if (Object.keys(files).length === 0 && directories.length === 0) return manifest;
  if (options.cwd === undefined) {
    throw new TypeError(
      'The manifest has files or directories, but the agent has no cwd. Set cwd to the directory for them.',
    );
  }
  await createWorkspace(manifest, cwd);
  return manifest;
}

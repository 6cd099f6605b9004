import { dirname } from 'node:path';
import { type Fields, fieldsOf, stringOf } from '../../json/fields.js';
import type { RpcRequests } from '../protocol/methods.js';

/** codex's effective configuration for a directory. */
export interface Configuration {
  /** All layers merged. */
  readonly effective: Fields;
  /** The effective layers, highest precedence first. */
  readonly layers: readonly ConfigurationLayer[];
}

export interface ConfigurationLayer {
  /** codex's own name: `sessionFlags` (`-c`), `project`, `user`, `system`, … */
  readonly type: string;
  readonly values: Fields;
  /** The directory of files that belong to this layer, such as `rules/`; null if it has none. */
  readonly folder: string | null;
}

/**
 * Reads the configuration of a thread in this directory, without opening a thread.
 *
 * @throws {RpcError} if codex cannot read it
 */
export async function readConfiguration(
  server: RpcRequests,
  cwd: string | null | undefined,
): Promise<Configuration> {
  const result = await server.request('config/read', {
    includeLayers: true,
    ...(typeof cwd === 'string' ? { cwd } : {}),
  });
  const layers: readonly unknown[] = Array.isArray(result['layers']) ? result['layers'] : [];
  return { effective: fieldsOf(result['config']) ?? {}, layers: layers.flatMap(layerOf) };
}

/** Returns no layer if codex has disabled it, as it does for untrusted projects. */
function layerOf(layer: unknown): ConfigurationLayer[] {
  const fields = fieldsOf(layer) ?? {};
  if (stringOf(fields['disabledReason']) !== null) return [];
  const name = fieldsOf(fields['name']) ?? {};
  const file = stringOf(name['file']);
  const folder = stringOf(name['dotCodexFolder']) ?? (file === null ? null : dirname(file));
  return [{ type: stringOf(name['type']) ?? '', values: fieldsOf(fields['config']) ?? {}, folder }];
}

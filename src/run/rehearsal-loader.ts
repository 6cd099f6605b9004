import { spawnFailed } from '../codex/failures.js';
import type { SchemaFileFailure, SpawnFailedFailure } from '../outcome/outcome.js';
import { lateModule } from '../platform/process/late-module.js';
import { resourceProblem } from '../platform/process/resources.js';
import type { Rehearsal, RehearsalOptions } from '../rehearsal/rehearsal.js';
import { privateHomeFailure } from './preflight-failure.js';

type RehearsalModule = typeof import('../rehearsal/rehearsal.js');

/** Starts a rehearsal; its code, with node:http, is loaded only now. */
export async function openRehearsal(
  optionsOf: (module: RehearsalModule) => RehearsalOptions,
): Promise<Rehearsal | SchemaFileFailure | SpawnFailedFailure> {
  try {
    const module = await load('The rehearsal', 'rehearsal', () => import('../rehearsal/rehearsal.js'));
    return await module.startRehearsal(optionsOf(module));
  } catch (error) {
    return rehearsalFailure(error);
  }
}

/** Loads the generator of sample values. */
export function loadSampler(): Promise<typeof import('../rehearsal/sample.js')> {
  return load('The generator of sample values', 'sample', () => import('../rehearsal/sample.js'));
}

/** Returns the failure of a rehearsal that could not start: no temporary directory, or a resource is exhausted. */
export function rehearsalFailure(error: unknown): SchemaFileFailure | SpawnFailedFailure {
  const missing = resourceProblem(error);
  return missing === null ? privateHomeFailure(error) : spawnFailed(missing);
}

function load<T>(what: string, entry: string, load: () => Promise<T>): Promise<T> {
  return lateModule({ what, entry, load });
}

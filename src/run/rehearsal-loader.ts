import { spawnFailed } from '../codex/failures.js';
import { missingResource, outOfResources } from '../codex/resources.js';
import type { SchemaFileFailure, SpawnFailedFailure } from '../outcome/outcome.js';
import { lateModule } from '../transports/process/late-module.js';
import { privateHomeFailure } from './preflight-failure.js';

/** node:http and the provider, which are loaded only by those who rehearse. */
export function loadRehearsal(): Promise<typeof import('../rehearsal/rehearsal.js')> {
  return lateModule({
    what: 'The rehearsal',
    specifier: '../rehearsal/rehearsal.js',
    from: import.meta.url,
    load: () => import('../rehearsal/rehearsal.js'),
  });
}

/** The sampler, loaded only by those who need a sample. */
export function loadSampler(): Promise<typeof import('../rehearsal/sample.js')> {
  return lateModule({
    what: 'The maker of sample values',
    specifier: '../rehearsal/sample.js',
    from: import.meta.url,
    load: () => import('../rehearsal/sample.js'),
  });
}

/** Why there is no rehearsal: no directory of its own, or nothing left of what the system gives. */
export function rehearsalFailure(error: unknown): SchemaFileFailure | SpawnFailedFailure {
  const missing = outOfResources(missingResource(error) ?? undefined);
  return missing === null ? privateHomeFailure(error) : spawnFailed(missing);
}

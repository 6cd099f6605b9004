import { lateModule } from '../platform/process/late-module.js';
import type { PreparedSchema } from '../schema/prepare-schema.js';

/**
 * Loads the validator of a schema, usually while codex works.
 *
 * @throws {Error} with one sentence if the system has no descriptors left
 */
export function loadValidator(schema: PreparedSchema): Promise<void> {
  return lateModule({
    what: 'The validator',
    entry: 'validator',
    load: () => schema.prepare(),
  });
}

import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { SchemaEncodeFailure } from '../diagnostics/schema-failures.js';
import type { SchemaDetail } from '../outcome/outcome.js';
import { retrySafetyOfKind } from '../outcome/retry-safety.js';
import { fileProblem } from '../platform/files/file-problem.js';

/** Reads the schema file that the caller passes to codex with `-- --output-schema FILE`. */
export function passthroughSchemaDetail(path: string, cwd: string): SchemaDetail | SchemaEncodeFailure {
  try {
    const file = resolve(cwd, path);
    // codex must be able to read it again, which a FIFO does not allow; a device may be endless.
    const stats = statSync(file);
    if (!stats.isFile() && !stats.isDirectory()) return unreadable(path, 'it is not a regular file');
    const bytes = readFileSync(file);
    return { sha256: createHash('sha256').update(bytes).digest('hex'), adapted: false };
  } catch (error) {
    return unreadable(path, fileProblem(error));
  }
}

function unreadable(path: string, why: string): SchemaEncodeFailure {
  return {
    ok: false,
    kind: 'schema_encode',
    reason: 'unreadable',
    message: `The schema file ${path || '(no path)'}, passed with --output-schema, cannot be read: ${why}.`,
    ...retrySafetyOfKind('schema_encode'),
  };
}

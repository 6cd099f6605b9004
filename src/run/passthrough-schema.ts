import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { accessProblem } from '../codex/access-problem.js';
import type { SchemaDetail, SchemaEncodeFailure } from '../outcome/outcome.js';
import { retrySafetyOfKind } from '../outcome/retry-safety.js';

/** What codex is given where the caller passes `--output-schema FILE` through to it. */
export function passthroughSchemaDetail(path: string, cwd: string): SchemaDetail | SchemaEncodeFailure {
  try {
    const file = resolve(cwd, path);
    // A FIFO could be read once, and codex is to read it; of a device there is no end.
    const stats = statSync(file);
    if (!stats.isFile() && !stats.isDirectory()) return unreadable(path, 'it is not a regular file');
    const bytes = readFileSync(file);
    return { sha256: createHash('sha256').update(bytes).digest('hex'), adapted: false };
  } catch (error) {
    return unreadable(path, accessProblem(error, 'file'));
  }
}

function unreadable(path: string, why: string): SchemaEncodeFailure {
  return {
    ok: false,
    kind: 'schema_encode',
    reason: 'unreadable',
    message: `The schema ${path || '(no path)'} that is passed through as --output-schema cannot be read: ${why}.`,
    ...retrySafetyOfKind('schema_encode'),
  };
}

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ofKind } from '../outcome/consequences.js';
import type { SchemaDetail, SchemaEncodeFailure } from '../outcome/outcome.js';

/** What codex is given where the caller passes `--output-schema FILE` through to it. */
export function explicitSchemaDetail(path: string, cwd: string): SchemaDetail | SchemaEncodeFailure {
  try {
    const bytes = readFileSync(resolve(cwd, path));
    return { sha256: createHash('sha256').update(bytes).digest('hex'), adapted: false };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'there is no such file' : (code ?? String(error));
    return {
      ok: false,
      kind: 'schema_encode',
      reason: 'unreadable',
      message: `The schema ${path || '(no path)'} that is passed through as --output-schema cannot be read: ${why}.`,
      ...ofKind('schema_encode'),
    };
  }
}

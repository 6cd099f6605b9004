import { statSync } from 'node:fs';
import type { BatchOptions, OpenedSchema } from '../../../batch/batch-options.js';
import { schemaEncodeFailure } from '../../../diagnostics/schema-failures.js';
import { InputReader } from '../../input/input-reader.js';
import { isStdin } from '../../input/open-input.js';
import { openSchema, type SchemaPlace } from '../../input/schema-source.js';
import { type CliIo, resolvePath } from '../../io.js';

/** A module is code: which one is run is said on the command line, not in data. */
const MODULE = /\.[cm]?[jt]s(#.*)?$/i;

/** Opens the schema that a task has of its own: inline, or a file, as the argument of `batch` would be. */
export function taskSchemaOpener(place: SchemaPlace, io: CliIo): NonNullable<BatchOptions['openTaskSchema']> {
  return async (schema): Promise<OpenedSchema> => {
    if (typeof schema !== 'string') return { kind: 'value', value: schema };
    if (isStdin(schema) || MODULE.test(schema)) {
      return schemaEncodeFailure(
        'unreadable',
        `The task's schema ${schema} is not read: a task names a .json, .json5 or .yaml file, or has the schema inline.`,
      );
    }
    // Whoever writes tasks must not be able to have us wait for a FIFO, or read a device without end.
    if (isEndless(resolvePath(io, schema))) {
      return schemaEncodeFailure(
        'unreadable',
        `The task's schema ${schema} cannot be read: it is not a regular file.`,
      );
    }
    const opened = await openSchema(schema, place).read(new InputReader(io));
    return 'source' in opened ? opened.source : opened;
  };
}

function isEndless(path: string): boolean {
  try {
    const stats = statSync(path);
    return !stats.isFile() && !stats.isDirectory();
  } catch {
    // No file, or none that may be looked at: whoever opens it says so.
    return false;
  }
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { JsonValue } from '../../src/json/value.js';

export interface SuiteTest {
  readonly description: string;
  readonly data: JsonValue;
  readonly valid: boolean;
}

export interface SuiteGroup {
  readonly description: string;
  readonly schema: JsonValue;
  readonly tests: readonly SuiteTest[];
}

export interface SuiteFile {
  /** Below the draft, such as `optional/format/date`. */
  readonly name: string;
  readonly groups: readonly SuiteGroup[];
}

/** Where the JSON Schema Test Suite is: not part of this repository. */
export const suiteFolder =
  process.env['JSON_SCHEMA_TEST_SUITE'] ??
  path.join(import.meta.dirname, '../../../shared/data/json-schema-test-suite');

export const hasSuite = existsSync(path.join(suiteFolder, 'tests'));

/** The folder of each draft, and the `$schema` that its schemas are meant to have. */
export const suiteDrafts = {
  draft4: 'http://json-schema.org/draft-04/schema#',
  draft6: 'http://json-schema.org/draft-06/schema#',
  draft7: 'http://json-schema.org/draft-07/schema#',
  'draft2019-09': 'https://json-schema.org/draft/2019-09/schema',
  'draft2020-12': 'https://json-schema.org/draft/2020-12/schema',
} as const;

export type SuiteDraft = keyof typeof suiteDrafts;

/** Required, optional and format tests of a draft; each schema says which draft it is of. */
export function readSuite(draft: SuiteDraft): SuiteFile[] {
  return ['', 'optional', 'optional/format'].flatMap((part) => {
    const folder = path.join(suiteFolder, 'tests', draft, part);
    return readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .map((file) => {
        const groups: SuiteGroup[] = JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
        return {
          name: path.posix.join(part, path.basename(file, '.json')),
          groups: groups.map((group) => ({ ...group, schema: withDraft(group.schema, draft) })),
        };
      });
  });
}

function withDraft(schema: JsonValue, draft: SuiteDraft): JsonValue {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return schema;
  return { $schema: suiteDrafts[draft], ...schema };
}

import { describe, expect, it } from 'vitest';
import { compileSource } from '../../src/schema/compile-schema.js';
import {
  hasSuite,
  readSuite,
  type SuiteDraft,
  type SuiteFile,
  suiteDrafts,
} from './json-schema-test-suite.js';
import { knownDeviations, refusals } from './known-deviations.js';

interface Tally {
  readonly wrong: { readonly file: string; readonly group: string; readonly test: string }[];
  readonly refused: Map<string, number>;
  tests: number;
}

if (!hasSuite)
  console.warn('JSON Schema Test Suite not found: set JSON_SCHEMA_TEST_SUITE to run these tests.');

describe.skipIf(!hasSuite)('the JSON Schema Test Suite', () => {
  for (const draft of Object.keys(suiteDrafts) as SuiteDraft[]) {
    it(`gets the verdicts it wants for ${draft}, but for what is known`, () => {
      const tally = run(readSuite(draft));
      console.info(draft, {
        tests: tally.tests,
        differ: tally.wrong.length,
        refused: Object.fromEntries(tally.refused),
      });

      const known = knownDeviations.filter(({ drafts }) => drafts.includes(draft));
      const explains = (deviation: (typeof known)[number], wrong: Tally['wrong'][number]): boolean =>
        deviation.file === wrong.file &&
        (deviation.group === undefined || deviation.group === wrong.group) &&
        (deviation.tests === undefined || deviation.tests.includes(wrong.test));
      expect(tally.wrong.filter((wrong) => !known.some((deviation) => explains(deviation, wrong)))).toEqual(
        [],
      );

      // A list that names what is no longer wrong would hide it when it goes wrong again.
      const stale = known.flatMap((deviation) => {
        const seen = tally.wrong.filter((wrong) => explains(deviation, wrong)).map(({ test }) => test);
        return deviation.tests === undefined
          ? seen.length === 0
            ? [deviation.file]
            : []
          : deviation.tests.filter((test) => !seen.includes(test));
      });
      expect(stale).toEqual([]);
      expect([...tally.refused.keys()].filter((code) => !(code in refusals))).toEqual([]);
      expect(tally.tests).toBeGreaterThan(500);
    });
  }
});

function run(files: readonly SuiteFile[]): Tally {
  const tally: Tally = { wrong: [], refused: new Map(), tests: 0 };
  for (const { name: file, groups } of files) {
    for (const { description: group, schema, tests } of groups) {
      const text = JSON.stringify(schema);
      const compiled = compileSource(
        { kind: 'text', text, format: 'json', name: 'schema.json' },
        { mode: 'raw' },
      );
      if ('kind' in compiled) {
        const code =
          compiled.kind === 'schema_unsupported' ? String(compiled.issues[0]?.code) : compiled.reason;
        tally.refused.set(code, (tally.refused.get(code) ?? 0) + 1);
        continue;
      }
      for (const { description: test, data, valid } of tests) {
        tally.tests++;
        if (compiled.validate(data).ok !== valid) tally.wrong.push({ file, group, test });
      }
    }
  }
  return tally;
}

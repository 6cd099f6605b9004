import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../src/json/value.js';
import { type Adapted, adapt } from '../../src/schema/adapt/adapt.js';
import { compileSource } from '../../src/schema/compile-schema.js';
import { dialectOf } from '../../src/schema/dialect/draft.js';
import { lint } from '../../src/schema/lint/lint.js';
import { createValidator, type Validator } from '../../src/schema/validate/validator.js';
import { expectedRefusals } from './adapt-refusals.js';
import {
  hasSuite,
  readSuite,
  type SuiteDraft,
  type SuiteGroup,
  suiteDrafts,
} from './json-schema-test-suite.js';
import { knownDeviations } from './known-deviations.js';

interface Tally {
  groups: number;
  remote: number;
  invalid: number;
  compiled: number;
  clean: number;
  valid: number;
  encoded: number;
  roundTrips: number;
  wireValid: number;
  invalidValues: number;
  refusedValues: number;
}

if (!hasSuite)
  console.warn('JSON Schema Test Suite not found: set JSON_SCHEMA_TEST_SUITE to run these tests.');

// A validator for each of 1,700 schemas, twice: seconds on an idle machine, more on a busy one.
describe.skipIf(!hasSuite)('adapt over the JSON Schema Test Suite', () => {
  for (const narrow of [false, true]) {
    const rows: Record<string, Record<string, number | string>> = {};
    const totals = { compiled: 0, judged: 0 };
    for (const draft of Object.keys(suiteDrafts) as SuiteDraft[]) {
      it(`holds what it promises for ${draft}, ${narrow ? 'narrowed' : 'not narrowed'}`, () => {
        const problems: string[] = [];
        const tally = run(draft, narrow, problems);
        rows[draft] = rowOf(tally);
        totals.compiled += tally.compiled;
        totals.judged += judgedIn(tally);
        expect(problems).toEqual([]);
        expect(tally.clean).toBe(tally.compiled);
        expect(tally.roundTrips).toBe(tally.encoded);
        expect(tally.wireValid).toBe(tally.encoded);
        expect(tally.refusedValues).toBe(tally.invalidValues);
        // What is not compiled is refused for a reason that is listed.
        expect(tally.compiled).toBeGreaterThan(180);
        if (!narrow) expect(tally.encoded / tally.valid).toBeGreaterThanOrEqual(0.97);
      });
    }
    it(`compiles all but what has no value, and says so in a table, ${narrow ? 'narrowed' : 'not narrowed'}`, () => {
      console.info(`adapt, narrow: ${narrow}`);
      console.table(rows);
      expect(totals.compiled / totals.judged).toBeGreaterThanOrEqual(0.98);
    });
  }
});

function judgedIn(tally: Tally): number {
  return tally.groups - tally.remote - tally.invalid;
}

function rowOf(tally: Tally): Record<string, number | string> {
  const judged = judgedIn(tally);
  return {
    groups: tally.groups,
    'need a remote document': tally.remote,
    'not a valid schema': tally.invalid,
    compiled: `${tally.compiled}/${judged}`,
    'strict-clean': `${tally.clean}/${tally.compiled}`,
    encoded: `${tally.encoded}/${tally.valid}`,
    'round trips': `${tally.roundTrips}/${tally.encoded}`,
    refusals: `${tally.refusedValues}/${tally.invalidValues}`,
  };
}

function run(draft: SuiteDraft, narrow: boolean, problems: string[]): Tally {
  const tally: Tally = {
    groups: 0,
    remote: 0,
    invalid: 0,
    compiled: 0,
    clean: 0,
    valid: 0,
    encoded: 0,
    roundTrips: 0,
    wireValid: 0,
    invalidValues: 0,
    refusedValues: 0,
  };
  for (const { name, groups } of readSuite(draft)) {
    for (const group of groups) {
      tally.groups++;
      const where = `${name} / ${group.description}`;
      const kind = kindOf(group.schema);
      if (kind !== 'usable') {
        tally[kind]++;
        continue;
      }
      const before = JSON.stringify(group.schema);
      const adapted = adapt(group.schema, { narrow });
      if (JSON.stringify(group.schema) !== before) problems.push(`${where}: the schema was changed`);
      if (!adapted.ok) {
        const codes = adapted.issues.map((issue) => issue.code).join();
        if (group.tests.some((test) => test.valid) || codes !== 'no_value')
          problems.push(`${where}: ${codes}`);
        else if (!expectedRefusals.has(where)) problems.push(`${where}: refused, and not in the list`);
        continue;
      }
      tally.compiled++;
      const { errors, warnings } = lint(adapted.wire);
      if (errors.length + warnings.length === 0) tally.clean++;
      else
        problems.push(
          `${where}: ${JSON.stringify([...errors, ...warnings].slice(0, 2))} ${JSON.stringify(adapted.wire)}`,
        );
      tryValues(tally, draft, name, group, adapted, narrow, problems);
    }
  }
  return tally;
}

function kindOf(schema: JsonValue): 'usable' | 'remote' | 'invalid' {
  const text = JSON.stringify(schema);
  const compiled = compileSource(
    { kind: 'text', text, format: 'json', name: 'schema.json' },
    { mode: 'raw' },
  );
  if (!('kind' in compiled)) return 'usable';
  if (compiled.kind !== 'schema_unsupported') return 'invalid';
  const codes = new Set(compiled.issues.map((issue) => issue.code));
  if (codes.has('remote_ref')) return 'remote';
  return codes.has('boolean_root') ? 'usable' : 'invalid';
}

function tryValues(
  tally: Tally,
  draft: SuiteDraft,
  file: string,
  group: SuiteGroup,
  adapted: Adapted,
  narrow: boolean,
  problems: string[],
): void {
  const author: Validator = createValidator(group.schema, dialectOf(group.schema), { validateFormats: true });
  const wire = createValidator(adapted.wire, dialectOf(adapted.wire), { validateFormats: true });
  for (const test of group.tests) {
    const where = `${file} / ${group.description} / ${test.description}`;
    // What our own validator decides otherwise is listed and explained there.
    const isKnown = knownDeviations.some(
      (known) =>
        known.drafts.includes(draft) &&
        known.file === file &&
        (known.group ?? group.description) === group.description &&
        (known.tests?.includes(test.description) ?? true),
    );
    if (isKnown) continue;
    const encoded = adapted.encode(test.data);
    const decoded = encoded.ok ? adapted.decode(encoded.value) : encoded;
    const accepted = decoded.ok && author.validate(decoded.value).ok;
    if (!test.valid) {
      tally.invalidValues++;
      if (!accepted) tally.refusedValues++;
      else problems.push(`${where}: invalid, but accepted`);
      continue;
    }
    tally.valid++;
    if (!encoded.ok) {
      if (!narrow) console.info(`not encoded: ${where}: ${encoded.reason} at "${encoded.pointer}"`);
      continue;
    }
    tally.encoded++;
    if (decoded.ok && isDeepStrictEqual(decoded.value, test.data)) tally.roundTrips++;
    else problems.push(`${where}: came back as ${JSON.stringify(decoded)}`);
    if (wire.validate(encoded.value).ok) tally.wireValid++;
    else problems.push(`${where}: not valid on the wire: ${JSON.stringify(encoded.value)}`);
  }
}

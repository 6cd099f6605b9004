import type { SchemaIssue } from '../../diagnostics/issue.js';
import type { CodecResult } from '../../diagnostics/schema-results.js';
import { toExact } from '../../json/exact.js';
import type { JsonValue } from '../../json/value.js';
import { measureSchema, type SchemaSize } from '../dialect/schema-size.js';
import { pointerOf, type Site } from '../dialect/site.js';
import { STRICT_LIMITS, type StrictLimits } from '../dialect/strict-limits.js';
import { Decoder } from './codec/decode.js';
import { Encoder } from './codec/encode.js';
import type { Plan } from './codec/plan.js';
import { toCodecResult } from './codec/step.js';
import { buildGraph, type Graph, tooLarge } from './graph/build-graph.js';
import type { Change } from './report/change-log.js';
import { type Emission, emitSchema } from './wire/emit-schema.js';
import { shareFirstKey } from './wire/union-ambiguity/first-key.js';
import { PlanComparison } from './wire/union-ambiguity/overlap.js';

export interface AdaptOptions {
  /** Whether the wire schema may exclude values that the author's schema does not mention. Default: true. */
  readonly narrow?: boolean | undefined;
  /** Size limits of the wire schema. Default: those of strict mode. */
  readonly limits?: StrictLimits | undefined;
}

/** A strict wire schema, with the codec for its values. */
export interface Adapted {
  readonly ok: true;
  readonly wire: { readonly [keyword: string]: JsonValue };
  /** All differences between the author's schema and the wire schema. */
  readonly changes: readonly Change[];
  /**
   * Converts an author value to a wire value. Fails only if the wire schema has no place for it; it does not
   * validate.
   */
  encode(value: JsonValue): CodecResult;
  /** Converts a wire value to an author value, which must still be validated against the author's schema. */
  decode(value: JsonValue): CodecResult;
}

export type AdaptResult = Adapted | { readonly ok: false; readonly issues: readonly SchemaIssue[] };

/** Each round tags more alternatives or turns more schemas into text, so the number of rounds is bounded. */
const MAX_ROUNDS = 24;

/**
 * Compiles any JSON Schema to the strict subset, with a codec between the two.
 *
 * The schema must be valid and is never modified. The same schema always gives the same wire schema.
 */
export function adapt(schema: JsonValue, options: AdaptOptions = {}): AdaptResult {
  let narrow = options.narrow ?? true;
  const limits = options.limits ?? STRICT_LIMITS;
  let maxProperties = limits.properties;
  let maxNameCharacters = limits.nameCharacters;
  const build = (keepsCovered = false): Graph => {
    const { properties: mostProperties } = limits;
    return buildGraph(schema, { narrow, keepsCovered, maxProperties, maxNameCharacters, mostProperties });
  };
  let graph = build();
  if (narrow && !graph.root.node.inhabited) {
    if (graph.indistinct.size > 0 && build(true).root.node.inhabited) {
      return { ok: false, issues: [...graph.indistinct].map(indistinctBranches) };
    }
    // All values are among those that narrowing would exclude.
    narrow = false;
    graph = build();
  }
  const refused = graph.issues.length > 0 ? graph.issues : unsatisfiable(graph);
  if (refused.length > 0) return { ok: false, issues: refused };
  const tagged = new Set<string>();
  let size: SchemaSize | undefined;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const emission = emitSchema(graph, tagged, limits);
    if (markConflicts(emission, tagged)) continue;
    size = measureSchema(emission.wire, limits);
    const { properties, nameCharacters } = size;
    if (properties <= limits.properties && nameCharacters <= limits.nameCharacters) {
      return adapted(emission);
    }
    maxProperties = nextBudget(graph.properties, properties, limits.properties);
    maxNameCharacters = nextBudget(graph.characters, nameCharacters, limits.nameCharacters);
    graph = build();
  }
  return { ok: false, issues: [tooLargeIssue(size, limits)] };
}

function adapted({ wire, plan, changes }: Emission): Adapted {
  return {
    ok: true,
    wire,
    changes: changes(),
    encode(value) {
      const exact = toExact(value);
      const encoded = toCodecResult(() => new Encoder(true).encode(plan, exact));
      // If formats are only annotations in the author's schema, a value need not match them.
      return encoded.ok ? encoded : toCodecResult(() => new Encoder(false).encode(plan, exact));
    },
    decode: (value) => toCodecResult(() => new Decoder().decode(plan, value)),
  };
}

/** Tags the unions whose alternatives are ambiguous on the wire; returns whether there are new ones. */
function markConflicts(emission: Emission, tagged: Set<string>): boolean {
  const comparison = new PlanComparison();
  const before = tagged.size;
  for (const { node, plan } of emission.unions) {
    if (tagged.has(node.key)) continue;
    const { branches } = plan;
    const conflicts = (branch: Plan, index: number): boolean =>
      branches.slice(index + 1).some((other) => comparison.compare(branch, other) === 'conflict');
    if (shareFirstKey(branches) || branches.some(conflicts)) tagged.add(node.key);
  }
  return tagged.size > before;
}

/** Returns the next budget, smaller in proportion to the excess. */
function nextBudget(counted: number, found: number, limit: number): number {
  return Math.floor(found > limit ? (counted * limit * 0.97) / found : counted);
}

function unsatisfiable(graph: Graph): SchemaIssue[] {
  const { node } = graph.root;
  if (node.inhabited) return [];
  return [
    {
      code: 'no_value',
      severity: 'error',
      pointer: node.origin === undefined ? '' : pointerOf(node.origin),
      message: 'No finite value can be valid against this schema, so there is nothing to generate.',
      hint: 'Look for parts that contradict each other, or for a required property that contains itself.',
    },
  ];
}

function indistinctBranches(site: Site): SchemaIssue {
  return {
    code: 'indistinct_branches',
    severity: 'error',
    pointer: pointerOf(site, 'oneOf'),
    message: 'Every answer would match several branches of this "oneOf", which accepts only one.',
    hint: 'Give one property another "const" in each branch, close the branches with "additionalProperties": false, or use "anyOf".',
  };
}

function tooLargeIssue(size: SchemaSize | undefined, limits: StrictLimits): SchemaIssue {
  const found =
    size === undefined
      ? 'The schema has more alternatives than can be distinguished'
      : `The schema has ${size.properties} properties (limit: ${limits.properties}) and ${size.nameCharacters} characters of names (limit: ${limits.nameCharacters})`;
  return tooLarge(`${found}, even with its deeper parts as text.`);
}

import type { SchemaIssue } from '../../diagnostics/issue.js';
import type { JsonValue } from '../../json/value.js';
import type { CodecResult } from '../compiled-schema.js';
import { measureSchema, type SchemaSize } from '../dialect/schema-size.js';
import { pointerOf } from '../dialect/site.js';
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
  /** Whether the wire may say less than everything where the author is silent. Default true. */
  readonly narrow?: boolean | undefined;
  /** Sizes to keep to. Default: those of strict mode. */
  readonly limits?: StrictLimits | undefined;
}

/** A strict schema for the wire, and the way there and back. */
export interface Adapted {
  readonly ok: true;
  readonly wire: { readonly [keyword: string]: JsonValue };
  /** Every way in which the wire schema is not the author's. */
  readonly changes: readonly Change[];
  /** Author value → wire value. Refuses only what the wire has no place for; it does not validate. */
  encode(value: JsonValue): CodecResult;
  /** Wire value → author value, still to be judged by the author's schema. */
  decode(value: JsonValue): CodecResult;
}

export type AdaptResult = Adapted | { readonly ok: false; readonly issues: readonly SchemaIssue[] };

/** Rounds of writing: each marks more alternatives or leaves more to text, so there is an end to them. */
const MAX_ROUNDS = 24;

/**
 * Compiles any JSON Schema to the strict subset, with a codec between the two.
 *
 * The schema has to be a valid one, and is never changed. The same schema gives the same wire schema.
 */
export function adapt(schema: JsonValue, options: AdaptOptions = {}): AdaptResult {
  let narrow = options.narrow ?? true;
  const limits = options.limits ?? STRICT_LIMITS;
  let maxProperties = limits.properties;
  let maxNameCharacters = limits.nameCharacters;
  const build = (): Graph =>
    buildGraph(schema, { narrow, maxProperties, maxNameCharacters, mostProperties: limits.properties });
  let graph = build();
  if (narrow && !graph.root.node.inhabited) {
    // What the author left open is all there is.
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
      const encoded = toCodecResult(() => new Encoder(true).encode(plan, value));
      // Where formats are no more than annotations to the author, a value need not have them.
      return encoded.ok ? encoded : toCodecResult(() => new Encoder(false).encode(plan, value));
    },
    decode: (value) => toCodecResult(() => new Decoder().decode(plan, value)),
  };
}

/** Finds choices whose alternatives cannot be told apart on the wire; true where there are new ones. */
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

/** What to aim at next, so that as much is left out as there was too much. */
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

function tooLargeIssue(size: SchemaSize | undefined, limits: StrictLimits): SchemaIssue {
  const found =
    size === undefined
      ? 'The schema has more alternatives than can be distinguished'
      : `The schema has ${size.properties} properties (limit: ${limits.properties}) and ${size.nameCharacters} characters of names (limit: ${limits.nameCharacters})`;
  return tooLarge(`${found}, even with its deeper parts as text.`);
}

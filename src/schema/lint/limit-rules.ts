import type { JsonValue } from '../../json/value.js';
import { isArray, isObject } from '../dialect/draft.js';
import { STRICT_LIMITS, type StrictLimits } from '../dialect/strict-limits.js';
import { type Phrased, phrased } from './phrased.js';
import { describesObjects } from './schema-facts.js';
import type { Source } from './sources.js';
import type { Visit } from './walk-keywords.js';
import type { LimitCode } from './wording/limits.js';

export { type LimitCode, STRICT_LIMITS, type StrictLimits };

/** What is counted against each limit, and who says so. */
export const LIMIT_SOURCES: Readonly<Record<LimitCode, readonly Source[]>> = {
  limit_properties: ['D', 'J'],
  limit_depth: ['D', 'J', 'E21'],
  limit_enum_values: ['D', 'J', 'E20'],
  limit_enum_characters: ['D', 'J'],
  limit_name_characters: ['D', 'J'],
  limit_nesting: [],
};

/** A limit that is passed, and which visit it belongs to. */
export interface LimitFinding extends Phrased {
  readonly pointer: string;
  readonly order: number;
}

/** Where a total passed its limit: the keyword that went over, since no other place is more to blame. */
interface Crossing {
  readonly pointer: string;
  readonly order: number;
}

type Total = 'properties' | 'enumValues' | 'nameCharacters';

const codeOfTotal = {
  properties: 'limit_properties',
  enumValues: 'limit_enum_values',
  nameCharacters: 'limit_name_characters',
} as const satisfies Record<Total, LimitCode>;

/**
 * Counts what a schema has of everything that is limited, as OpenAI's own check does: on the text as it is
 * sent, unused definitions included, references not followed (so recursion is no depth).
 */
export class LimitCounter {
  readonly #limits: StrictLimits;
  readonly #totals: Record<Total, number> = { properties: 0, enumValues: 0, nameCharacters: 0 };
  readonly #crossings = new Map<Total, Crossing>();
  readonly #tooDeep: (Crossing & { deepest: number })[] = [];
  readonly #longEnums: LimitFinding[] = [];

  constructor(limits: StrictLimits) {
    this.#limits = limits;
  }

  /** Visits come in the order of the text. */
  count(visit: Visit, order: number): void {
    if (visit.kind !== 'keyword') this.#countLevel(visit, order);
    else this.#countKeyword(visit, order);
  }

  findings(): LimitFinding[] {
    const findings = [...this.#longEnums];
    for (const [total, { pointer, order }] of this.#crossings) {
      const args = { count: this.#totals[total], limit: this.#limits[total] };
      findings.push({ pointer, order, ...phrased(codeOfTotal[total], args) });
    }
    for (const { pointer, order, deepest } of this.#tooDeep) {
      const args = { count: deepest, limit: this.#limits.depth };
      findings.push({ pointer, order, ...phrased('limit_depth', args) });
    }
    return findings;
  }

  #countLevel({ pointer, level, place }: Visit, order: number): void {
    if (level <= this.#limits.depth || !describesObjects(place.schema)) return;
    const last = this.#tooDeep.at(-1);
    // The outermost object of those too deep is the finding; what is inside it only counts.
    if (level === this.#limits.depth + 1) this.#tooDeep.push({ pointer, order, deepest: level });
    else if (last !== undefined) last.deepest = Math.max(last.deepest, level);
  }

  #countKeyword({ place, pointer }: Visit, order: number): void {
    const { keyword = '', value } = place;
    if (!counted.has(keyword)) return;
    const at: Crossing = { pointer: `${pointer}/${keyword}`, order };
    if (namesOf.has(keyword) && isObject(value)) {
      const names = Object.keys(value);
      if (keyword === 'properties') this.#add('properties', names.length, at);
      this.#add('nameCharacters', characters(names), at);
    } else if (keyword === 'const') {
      this.#add('nameCharacters', characters([value]), at);
    } else if (keyword === 'enum' && isArray(value)) {
      this.#add('enumValues', value.length, at);
      const count = characters(value);
      this.#add('nameCharacters', count, at);
      const limit = this.#limits.longEnumCharacters;
      if (value.length > this.#limits.longEnum && count > limit) {
        const args = { count, limit, values: value.length };
        this.#longEnums.push({ ...at, ...phrased('limit_enum_characters', args) });
      }
    }
  }

  #add(total: Total, amount: number, at: Crossing): void {
    this.#totals[total] += amount;
    if (this.#totals[total] > this.#limits[total] && !this.#crossings.has(total))
      this.#crossings.set(total, at);
  }
}

const namesOf: ReadonlySet<string> = new Set(['properties', '$defs', 'definitions']);
const counted: ReadonlySet<string> = new Set([...namesOf, 'const', 'enum']);

/** Of the strings among the values; what people call a character, so an emoji is one. */
function characters(values: readonly JsonValue[]): number {
  let count = 0;
  for (const value of values) {
    if (typeof value !== 'string') continue;
    for (const _ of value) count++;
  }
  return count;
}

import { describesObjects, SizeCounter, type Total } from '../dialect/schema-size.js';
import { STRICT_LIMITS, type StrictLimits } from '../dialect/strict-limits.js';
import { type Phrased, phrased } from './phrased.js';
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

type At = Pick<LimitFinding, 'pointer' | 'order'>;

const codeOfTotal = {
  properties: 'limit_properties',
  enumValues: 'limit_enum_values',
  nameCharacters: 'limit_name_characters',
} as const satisfies Record<Total, LimitCode>;

/** Finds the limits that a schema exceeds. */
export class LimitCounter {
  readonly #limits: StrictLimits;
  readonly #counter: SizeCounter<At>;

  constructor(limits: StrictLimits) {
    this.#limits = limits;
    this.#counter = new SizeCounter(limits);
  }

  /** Visits come in the order of the text. */
  count({ kind, level, place, pointer }: Visit, order: number): void {
    const { keyword = '', value, schema } = place;
    if (kind === 'keyword') {
      this.#counter.addKeyword(keyword, value, () => ({ pointer: `${pointer}/${keyword}`, order }));
    } else if (describesObjects(schema)) {
      this.#counter.addObject(level, { pointer, order });
    }
  }

  findings(): LimitFinding[] {
    const { longEnums, crossings, tooDeep, totals } = this.#counter;
    const limits = this.#limits;
    return [
      ...longEnums.map(({ place, values, characters }) => {
        const args = { count: characters, limit: limits.longEnumCharacters, values };
        return { ...place, ...phrased('limit_enum_characters', args) };
      }),
      ...[...crossings].map(([total, place]) => {
        const args = { count: totals[total], limit: limits[total] };
        return { ...place, ...phrased(codeOfTotal[total], args) };
      }),
      ...tooDeep.map(({ place, deepest }) => {
        const args = { count: deepest, limit: limits.depth };
        return { ...place, ...phrased('limit_depth', args) };
      }),
    ];
  }
}

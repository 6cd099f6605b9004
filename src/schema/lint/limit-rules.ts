import { withCommas } from '../../text/plural.js';
import { describesObjects, SizeCounter, type Total } from '../dialect/schema-size.js';
import type { StrictLimits } from '../dialect/strict-limits.js';
import type { RuleText } from './rule.js';
import type { Visit } from './walk-keywords.js';

/** The limits of strict mode, as the documentation describes them. */
export const LIMIT_RULES = {
  limit_properties: {
    about: 'Too many properties in all',
    fix: 'Request less in one answer.',
    sources: ['D', 'J'],
  },
  limit_depth: {
    about: 'Objects nested too deep',
    fix: 'Make the schema flatter.',
    sources: ['D', 'J', 'E21'],
  },
  limit_enum_values: {
    about: 'Too many values in all `enum`s together',
    fix: 'Use a plain string and check it afterwards.',
    sources: ['D', 'J', 'E20'],
  },
  limit_enum_characters: {
    about: 'One long `enum` with too many characters',
    fix: 'Use shorter or fewer values.',
    sources: ['D', 'J'],
  },
  limit_name_characters: {
    about: 'Too many characters in names and values in all',
    fix: 'Use shorter names or fewer values.',
    sources: ['D', 'J'],
  },
  limit_nesting: {
    about: 'Schemas nested so deep that the deepest ones were not checked',
    fix: 'Make the schema flatter.',
    sources: [],
  },
} as const satisfies Readonly<Record<string, RuleText>>;

/** A limit that the schema exceeds, and the visit that it belongs to. */
export interface LimitFinding {
  readonly code: keyof typeof LIMIT_RULES;
  readonly message: string;
  readonly hint: string;
  readonly pointer: string;
  readonly order: number;
}

type At = Pick<LimitFinding, 'pointer' | 'order'>;

/** Finds the limits that a schema exceeds. */
export class LimitCounter {
  readonly #limits: StrictLimits;
  readonly #counter: SizeCounter<At>;

  constructor(limits: StrictLimits) {
    this.#limits = limits;
    this.#counter = new SizeCounter(limits);
  }

  /** Counts what is visited. Visits come in the order of the text. */
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
    const ofTotal = (total: Total, place: At): LimitFinding => {
      const count = withCommas(totals[total]);
      const limit = limits[total];
      switch (total) {
        case 'properties':
          return exceeded('limit_properties', place, `The schema has ${count} properties in all`, limit);
        case 'enumValues':
          return exceeded('limit_enum_values', place, `All "enum"s together have ${count} values`, limit);
        case 'nameCharacters': {
          const what = `Names and values of "enum" and "const" have ${count} characters in all`;
          return exceeded('limit_name_characters', place, what, limit);
        }
      }
    };
    return [
      ...longEnums.map(({ place, values, characters }) => {
        const what = `This "enum" of ${withCommas(values)} values has ${withCommas(characters)} characters`;
        return exceeded('limit_enum_characters', place, what, limits.longEnumCharacters);
      }),
      ...[...crossings].map(([total, place]) => ofTotal(total, place)),
      ...tooDeep.map(({ place, deepest }) => {
        const what = `Objects are ${withCommas(deepest)} levels deep here, counting the root`;
        return exceeded('limit_depth', place, what, limits.depth);
      }),
    ];
  }
}

/** The finding at a schema inside so many others that neither it nor its content is checked. */
export function nestedTooDeep(limit: number, place: At): LimitFinding {
  const message = `Schemas are more than ${withCommas(limit)} levels deep; deeper ones were not checked.`;
  return { ...place, code: 'limit_nesting', message, hint: LIMIT_RULES.limit_nesting.fix };
}

function exceeded(code: LimitFinding['code'], place: At, what: string, limit: number): LimitFinding {
  return {
    ...place,
    code,
    message: `${what}; the limit is ${withCommas(limit)}.`,
    hint: LIMIT_RULES[code].fix,
  };
}

import { jsonText, keysOf } from '../../../json/exact.js';
import { isJsonObject, type JsonValue } from '../../../json/value.js';
import { isArray } from '../../dialect/draft.js';
import type { Plan } from '../codec/plan.js';
import { typeAbout } from '../graph/types.js';
import type { NodePath } from '../wire/branches.js';
import type { Wire } from '../wire/wire-schema.js';
import type { ChangeKind } from './change-log.js';

/** One of the forms that the values of a node have on the wire. */
export interface WireForm {
  /** The nodes whose values have this form. */
  readonly sources: readonly NodePath[];
  readonly wire: Wire;
  readonly plan: Plan;
}

/** The change of a keyword; undefined if the wire schema has the same keyword. */
export type KeywordChange = readonly [kind: ChangeKind, what: string, why: string] | undefined;

/** A keyword of the author's schema, and the wire forms of that schema. */
export interface Keyword {
  readonly name: string;
  readonly value: JsonValue;
  /** The forms of the values of its schema. */
  readonly forms: readonly WireForm[];
  /** All forms of the choice, if its schema is one of several alternatives. */
  readonly all: readonly WireForm[];
  readonly nullable: boolean;
  /** The forms belong to this node only. */
  readonly isAlone: boolean;
}

const AFTERWARDS = 'the wire schema does not express it, so it is checked afterwards';

function leftOut(name: string, why: string): KeywordChange {
  return ['exact', `${name} is left out`, why];
}

function dropped(name: string, why: string): KeywordChange {
  return ['dropped', `${name} is not on the wire`, why];
}

/** Returns the change of a keyword, unless another step records it. */
export function keywordChange(keyword: Keyword): KeywordChange {
  const { name, value, forms } = keyword;
  const judge = Object.hasOwn(KEYWORD_RULES, name) ? KEYWORD_RULES[name] : undefined;
  if (judge !== undefined) return judge(keyword);
  const about = typeAbout(name);
  if (about === undefined) return dropped(name, 'strict mode does not support it');
  if (forms.some(({ wire }) => Object.hasOwn(wire, name) && same(wire[name], value))) return undefined;
  return forms.some((form) => [about, 'any'].includes(typeOf(form)))
    ? (needless(name, value) ?? merged(keyword))
    : leftOut(name, 'it does not apply to values of this type');
}

function merged({ name, forms }: Keyword): KeywordChange {
  return forms.some(({ wire }) => Object.hasOwn(wire, name))
    ? ['exact', `${name} is merged`, 'another part is stricter']
    : dropped(name, AFTERWARDS);
}

/** The change of a keyword whose value excludes nothing. */
function needless(name: string, value: JsonValue): KeywordChange {
  const saysNothing =
    (name.startsWith('min') && value === 0 && name !== 'minimum' && name !== 'minContains') ||
    value === false ||
    value === true ||
    (isArray(value) && value.length === 0) ||
    (isJsonObject(value) && Object.keys(value).length === 0);
  if (!saysNothing || name === 'unevaluatedProperties' || name === 'unevaluatedItems') return undefined;
  return leftOut(name, 'the wire schema means the same without it');
}

type KeywordRule = (keyword: Keyword) => KeywordChange;

const withoutIf: KeywordRule = ({ name }) => leftOut(name, 'it has no effect without "if"');

const reference: KeywordRule = ({ name }) => ['exact', `${name} is merged`, '"$ref" must stand alone'];

const KEYWORD_RULES: Readonly<Record<string, KeywordRule>> = {
  type,
  enum: values,
  const: values,
  nullable: ({ value }) =>
    value === true
      ? ['exact', 'null is one of the types', 'JSON Schema has no "nullable"']
      : leftOut('nullable', 'it has no effect'),
  properties({ value, forms }) {
    if (!isJsonObject(value)) return undefined;
    const records = forms.filter((form) => typeOf(form) === 'object');
    if (records.length === 0) return leftOut('properties', 'values of this type have no properties');
    const missing = keysOf(value).filter(
      (name) => !records.some(({ plan }) => plan.kind === 'record' && plan.names.has(name)),
    );
    if (missing.length === 0 && records.every(({ wire }) => Object.hasOwn(wire, 'properties')))
      return undefined;
    const which =
      missing.length === 0 ? 'properties' : missing.map((name) => JSON.stringify(name)).join(', ');
    return leftOut(which, 'no value can have such a property');
  },
  required: ({ value, forms }) =>
    forms.some((form) => typeOf(form) === 'object' && Object.hasOwn(form.wire, 'required'))
      ? undefined
      : isArray(value) && forms.some((form) => typeOf(form) === 'any')
        ? dropped('required', AFTERWARDS)
        : leftOut('required', 'values of this type have no properties'),
  additionalProperties({ value, forms }) {
    const isClosed = forms.some((form) => form.wire['additionalProperties'] === false && !isOpen(form));
    if (value === false && isClosed) return undefined;
    if (forms.some(isOpen)) return PAIRS;
    return leftOut('additionalProperties', 'no value has further properties');
  },
  patternProperties: extra,
  propertyNames: extra,
  items({ value, forms }) {
    if (isJsonObject(value) && forms.some(({ plan }) => plan.kind === 'list')) return undefined;
    const why = 'in strict mode, all items of an array have one schema';
    if (forms.some((form) => typeOf(form) === 'array'))
      return ['exact', 'the items are expressed differently', why];
    return leftOut('items', 'values of this type have no items');
  },
  anyOf({ value, all, nullable }) {
    if (isArray(value) && isInOrder(value, all, nullable)) return undefined;
    const why =
      'alternatives of one type are merged, fixed values come first, and impossible alternatives are left out';
    return ['exact', 'the alternatives are expressed differently', why];
  },
  // biome-ignore lint/suspicious/noThenProperty: "then" is a keyword of JSON Schema.
  then: withoutIf,
  else: withoutIf,
  $ref: reference,
  $dynamicRef: reference,
  $recursiveRef: reference,
};

const PAIRS: KeywordChange = [
  'encoded',
  'members without fixed names are key/value pairs',
  'strict objects are closed',
];

/** A schema that is one of several alternatives may have a type that another one has, too. */
function type({ value, forms, all, nullable, isAlone }: Keyword): KeywordChange {
  const types = forms.map(({ wire }) => wire['type']);
  const [first] = types;
  let isSame: boolean;
  if (value === 'null') isSame = types.includes(value) || (nullable && !isScalar(all));
  else if (!isArray(value)) isSame = types.includes(value) && !(isAlone && (types.length > 1 || nullable));
  else {
    isSame =
      isAlone &&
      nullable &&
      isScalar(all) &&
      value.length === 2 &&
      value.includes('null') &&
      value.includes(first ?? '');
  }
  if (isSame) return undefined;
  return ['exact', 'the types are expressed differently', 'each alternative has a single type'];
}

/** Whether there is one form only, to which null is added as a second type. */
function isScalar([only, ...others]: readonly WireForm[]): boolean {
  if (only === undefined || others.length > 0) return false;
  return only.plan.kind !== 'ref' && !['object', 'array'].includes(typeOf(only));
}

/** Whether the alternatives on the wire are those of the author, one by one. */
function isInOrder(
  alternatives: readonly JsonValue[],
  forms: readonly WireForm[],
  nullable: boolean,
): boolean {
  if (alternatives.length !== forms.length + (nullable ? 1 : 0)) return false;
  // A type and null are a list of types rather than a choice.
  if (forms.length === 0 || isScalar(forms)) return false;
  return alternatives.every((alternative, index) => {
    if (!isJsonObject(alternative)) return false;
    const wire = forms[index]?.wire;
    if (wire === undefined) return alternative['type'] === 'null';
    if (Object.hasOwn(alternative, '$ref')) return true;
    return ['type', 'enum', 'const', '$ref'].every((keyword) =>
      keyword === 'type'
        ? alternative['type'] === wire['type']
        : Object.hasOwn(alternative, keyword) === Object.hasOwn(wire, keyword),
    );
  });
}

function extra({ name, forms }: Keyword): KeywordChange {
  if (forms.some(isOpen)) return PAIRS;
  if (forms.some((form) => ['object', 'any'].includes(typeOf(form)))) return dropped(name, AFTERWARDS);
  return leftOut(name, 'values of this type have no properties');
}

function values({ name, value, forms, nullable }: Keyword): KeywordChange {
  const said = name === 'const' ? [value] : isArray(value) ? value : [];
  const kept = forms.some(({ wire }) => {
    const own = wire[name];
    const list = name === 'const' ? (own === undefined ? [] : [own]) : isArray(own) ? own : [];
    return list.length > 0 && same([...list, ...(nullable && name === 'enum' ? [null] : [])], [...said]);
  });
  const isOnlyNull = forms.length === 0 && said.every((each) => each === null);
  if (kept && forms.length === 1) return undefined;
  if (isOnlyNull) return ['exact', 'null is expressed as a type', 'null is the only value of its type'];
  return ['exact', 'the values are listed differently', 'each list holds distinct values of one type'];
}

/** Whether two values are equal, regardless of the order of members and of list values. */
function same(a: JsonValue | undefined, b: JsonValue): boolean {
  if (!isArray(a) || !isArray(b)) return jsonText(a) === jsonText(b);
  const texts = new Set(a.map((value) => jsonText(value)));
  return a.length === b.length && b.every((value) => texts.has(jsonText(value)));
}

/** Returns the type of the author's values; `any` if they are text or have a definition. */
function typeOf({ wire, plan }: WireForm): 'string' | 'number' | 'boolean' | 'array' | 'object' | 'any' {
  switch (plan.kind) {
    case 'list':
    case 'tuple':
      return 'array';
    case 'pairs':
    case 'record':
      return 'object';
    case 'scalar':
    case 'enum': {
      const { type } = wire;
      return type === 'boolean' || type === 'string' ? type : 'number';
    }
    default:
      return 'any';
  }
}

/** Whether there can be properties besides the named ones. */
function isOpen({ plan }: WireForm): boolean {
  return plan.kind === 'pairs' || (plan.kind === 'record' && plan.additional !== undefined);
}

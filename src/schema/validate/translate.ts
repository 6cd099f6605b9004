import { isJsonObject, type JsonObject, type JsonValue } from '../../json/value.js';
import { discriminatorPin } from '../dialect/discriminator.js';
import { SchemaDocument } from '../dialect/document.js';
import { atLeast, type Dialect, isArray, own, refStandsAlone } from '../dialect/draft.js';
import { DEFINITION_KEYWORDS, IN_PLACE_KEYWORDS, schemaKeywords } from '../dialect/keywords.js';
import { nullableMeaning, nullableParts } from '../dialect/nullable.js';
import { pointerOf, type Site } from '../dialect/site.js';
import { addAssertions } from './assertions.js';
import type { EvaluationPlan } from './evaluation.js';
import { planEvaluation } from './evaluation-plans.js';
import { addMaps, dependentNames, type MakeHelper } from './property-maps.js';
import { type DynamicScope, emptyScope, enter, targetsOf } from './scope.js';
import type {
  ChildrenByKeyword,
  Origin,
  Target,
  TargetNode,
  Translation,
  UnevaluatedOperand,
} from './translation.js';
import { reshapeTuples } from './tuples.js';
import { type WorkItem, Worklist } from './worklist.js';

/** Deeper parts get a definition of their own: what compiles a definition is recursive. */
const maxInlineDepth = 12;

/** So do parts of a large schema, because a definition is compiled only when a value gets to it. */
const maxInlineNodes = 40;

/** And what stands side by side with more like it: what is compiled for them nests them all. */
const maxInlineSiblings: ReadonlyMap<string, number> = new Map([
  ['properties', 16],
  ['allOf', 8],
  ['anyOf', 8],
  ['oneOf', 8],
]);

/** Keywords under which `false` is better left alone: the validator then names what is too much. */
const falseSpeaksForItself = new Set(['additionalProperties']);

/** Keywords that only hold schemas for references to find. */
const notApplied = new Set([...DEFINITION_KEYWORDS, 'contentSchema']);

/**
 * Translates a schema of any draft to one dialect of our own that is close to 2020-12: references are
 * resolved (dynamic ones too: a schema is translated once for each scope it is reached in), anchors and
 * ids are gone, tuples and `dependencies` have their newest form, and what has no meaning is left out.
 *
 * `openApi`: whether `nullable` has the meaning that OpenAPI gives it.
 *
 * So the validator sees no construct in which it deviates from JSON Schema or refuses to compile, and all
 * drafts need but one.
 */
export function translate(schema: JsonValue, dialect: Dialect, openApi = false): Translation {
  return new Translator(new SchemaDocument(schema, dialect), openApi).run();
}

/** Translates the parts of one definition; what it refers to is queued. */
export class Translator {
  readonly dialect: Dialect;
  readonly #definitions = new Map<string, Target>();
  readonly #origins = new Map<object, Origin>();
  readonly #plans = new Map<string, EvaluationPlan>();
  readonly #groups = new Map<string, ReadonlyMap<string, string>>();
  readonly #refersOn = new Set<string>();
  #current = '';
  #inlineNodes = 0;
  #count = 0;

  readonly #toDefine: Worklist;
  readonly #toPlan: Worklist;

  constructor(
    readonly document: SchemaDocument,
    private readonly openApi: boolean,
  ) {
    this.dialect = document.dialect;
    const newName = (): string => this.#newName();
    this.#toDefine = new Worklist(document, newName);
    this.#toPlan = new Worklist(document, newName);
  }

  run(): Translation {
    const root = this.define(this.document.root, emptyScope);
    for (;;) {
      const definition = this.#toDefine.next();
      const plan = this.#toPlan.next();
      if (definition === undefined && plan === undefined) break;
      if (definition !== undefined) this.#translateDefinition(definition);
      if (plan !== undefined) {
        this.#plans.set(plan.name, planEvaluation(this, plan.site, plan.scope, undefined));
      }
    }
    const { shared } = this.#toDefine;
    return {
      definitions: this.#definitions,
      root,
      plans: this.#plans,
      groups: this.#groups,
      entangled: new Set([...shared].filter((name) => this.#refersOn.has(name))),
      origins: this.#origins,
    };
  }

  /** The name of the definition for a schema that is reached in a scope. */
  define(site: Site, from: DynamicScope): string {
    return this.#toDefine.nameOf(site, from);
  }

  /** The name of the plan of what a schema looks at that is reached in a scope. */
  plan(site: Site, from: DynamicScope): string {
    return this.#toPlan.nameOf(site, from);
  }

  #newName(): string {
    return `d${this.#count++}`;
  }

  #translateDefinition({ name, site, scope }: WorkItem): void {
    this.#current = name;
    this.#definitions.set(name, this.#translate(site, scope, 0, true));
  }

  #refer(site: Site, from: DynamicScope, inPlace: boolean): string {
    if (inPlace) this.#refersOn.add(this.#current);
    return this.define(site, from);
  }

  /** Notes where a node comes from; `renamed` is read later and may still be added to. */
  originate<T extends TargetNode>(node: T, site: Site, renamed: ReadonlyMap<string, string> = new Map()): T {
    this.#origins.set(node, { pointer: pointerOf(site), renamed });
    return node;
  }

  /** `inPlace`: whether the schema judges the value that the definition is applied to. */
  #translate(site: Site, outer: DynamicScope, depth: number, inPlace: boolean): Target {
    const { schema } = site;
    if (!isJsonObject(schema)) {
      return schema === true || falseSpeaksForItself.has(site.keyword)
        ? Boolean(schema)
        : this.originate({ never: true }, site);
    }
    this.#inlineNodes = depth === 0 ? 0 : this.#inlineNodes + 1;
    if (depth === maxInlineDepth || this.#inlineNodes > maxInlineNodes) {
      return this.originate({ refersTo: this.#refer(site, outer, inPlace) }, site);
    }

    const scope = enter(outer, this.document, site);
    const nullable = this.openApi ? nullableMeaning(schema, this.dialect) : undefined;
    if (nullable === 'null-or-rest') {
      const rest = this.#translate(nullableParts(site).rest, scope, depth + 1, inPlace);
      return this.originate({ anyOf: [this.originate({ type: 'null' }, site), rest] }, site);
    }
    const renamed = new Map<string, string>();
    const node: TargetNode = this.originate({}, site, renamed);
    const conjuncts: TargetNode[] = [];
    for (const [keyword, target] of targetsOf(this.document, site, scope)) {
      const reference = this.originate(
        { refersTo: this.#refer(target, scope, inPlace) },
        site,
        new Map([['refersTo', keyword]]),
      );
      conjuncts.push(reference);
    }
    if (!refStandsAlone(this.dialect) || typeof own(schema, '$ref') !== 'string') {
      addAssertions(node, schema, this.dialect, renamed);
      if (nullable === 'another-type') allowNull(node);
      this.#addApplicators(node, site, schema, scope, { depth, inPlace }, renamed, conjuncts);
    }
    if (conjuncts.length > 0) {
      const already = Array.isArray(node['allOf']) ? node['allOf'] : [];
      node['allOf'] = [...already, ...conjuncts];
    }
    return node;
  }

  #addApplicators(
    node: TargetNode,
    site: Site,
    schema: JsonObject,
    scope: DynamicScope,
    at: { readonly depth: number; readonly inPlace: boolean },
    renamed: Map<string, string>,
    conjuncts: TargetNode[],
  ): void {
    const byKeyword: ChildrenByKeyword = new Map();
    const children = this.document.childrenOf(site);
    const apart = this.#crowded(children);
    for (const child of children) {
      if (notApplied.has(child.keyword)) continue;
      if (child.keyword === 'unevaluatedItems' || child.keyword === 'unevaluatedProperties') {
        node[child.keyword] = this.#unevaluated(site, child, scope);
        continue;
      }
      const [, name] = child.path;
      const definitions = apart.get(child.keyword);
      const inPlace = at.inPlace && IN_PLACE_KEYWORDS.has(child.keyword);
      const pin = this.#pinOf(site, child);
      if (pin !== undefined) {
        const held = [child, pin].map((each) => this.#translate(each, scope, at.depth + 1, inPlace));
        const pinned = this.originate({ allOf: held }, child);
        byKeyword.set(child.keyword, [...(byKeyword.get(child.keyword) ?? []), { name, target: pinned }]);
        continue;
      }
      definitions?.set(name ?? '', this.#refer(child, scope, inPlace));
      // The name of a property must still be there: `additionalProperties` goes by it.
      const target = definitions !== undefined || this.#translate(child, scope, at.depth + 1, inPlace);
      const siblings = byKeyword.get(child.keyword) ?? [];
      byKeyword.set(child.keyword, siblings);
      siblings.push({ name, target });
    }
    for (const [keyword, definitions] of apart) {
      const id = this.#newName();
      this.#groups.set(id, definitions);
      const groupKeyword = `each:${keyword}`;
      node[groupKeyword] = id;
      renamed.set(groupKeyword, keyword);
      if (keyword !== 'properties') byKeyword.delete(keyword);
    }
    const helper: MakeHelper = (made, renames) =>
      this.originate(made, site, new Map(Object.entries(renames)));
    reshapeTuples(byKeyword, renamed);
    conjuncts.push(...addMaps(node, byKeyword, helper));
    if (atLeast(this.dialect.draft, '2019-09')) {
      conjuncts.push(...dependentNames(schema, 'dependentRequired', helper));
    }
    if (schemaKeywords(this.dialect).has('dependencies')) {
      conjuncts.push(...dependentNames(schema, 'dependencies', helper));
    }
    for (const [keyword, children] of byKeyword) {
      const isList = children[0]?.name !== undefined;
      node[keyword] = isList ? children.map(({ target }) => target) : children[0]?.target;
    }
  }

  #pinOf(site: Site, child: Site): Site | undefined {
    const isChoice = this.openApi && (child.keyword === 'anyOf' || child.keyword === 'oneOf');
    return isChoice ? discriminatorPin(this.document, site, child) : undefined;
  }

  /** The keywords with too many schemas to be written inline; their definitions are still to be made. */
  #crowded(children: readonly Site[]): Map<string, Map<string, string>> {
    const crowded = new Map<string, Map<string, string>>();
    for (const [keyword, limit] of maxInlineSiblings) {
      const held = children.filter((child) => child.keyword === keyword);
      if (held.length > limit && !held.some((child) => child.parent && this.#pinOf(child.parent, child)))
        crowded.set(keyword, new Map());
    }
    return crowded;
  }

  #unevaluated(site: Site, rest: Site, scope: DynamicScope): UnevaluatedOperand {
    const plan = this.#newName();
    this.#plans.set(plan, planEvaluation(this, site, scope, rest.keyword));
    return { plan, rest: this.define(rest, scope), forbidden: rest.schema === false };
  }
}

function allowNull(node: TargetNode): void {
  const { type, enum: values } = node;
  const types = (isArray(type as JsonValue) ? type : [type]) as readonly JsonValue[];
  if (!types.includes('null')) node['type'] = [...types, 'null'];
  if (Array.isArray(values) && !values.includes(null)) node['enum'] = [...values, null];
}

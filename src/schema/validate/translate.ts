import type { JsonObject, JsonValue } from '../../json/value.js';
import { atLeast, type Dialect, isObject, own, refStandsAlone } from '../dialect/draft.js';
import { IN_PLACE, schemaKeywords } from '../dialect/keywords.js';
import { SchemaDocument } from '../dialect/resources.js';
import { pointerOf, type Site } from '../dialect/site.js';
import { childrenOf } from '../dialect/walk.js';
import { addAssertions } from './assertions.js';
import type { EvaluationPlan } from './evaluation.js';
import { planEvaluation } from './evaluation-plans.js';
import { addMaps, dependentNames, type MakeHelper } from './property-maps.js';
import { targetsOf } from './references.js';
import { type DynamicScope, emptyScope, enter } from './scope.js';
import { reshapeTuples } from './tuples.js';

/** A schema node in the one form that the validator compiles. Made here, so it may be built up. */
export type TargetNode = Record<string, unknown>;
export type Target = TargetNode | boolean;

/** Where a node of the translation comes from. */
export interface Origin {
  /** RFC 6901, of the author's schema. */
  readonly pointer: string;
  /** Translated keyword → the author's, where they differ. */
  readonly renamed: ReadonlyMap<string, string>;
}

export interface Translation {
  /** Schemas by name; `refersTo` names one of them. */
  readonly definitions: ReadonlyMap<string, Target>;
  readonly root: string;
  /** By name, for `unevaluatedItems` and `unevaluatedProperties`. */
  readonly plans: ReadonlyMap<string, EvaluationPlan>;
  /** By name, for `each:properties` and its like: the definitions, by property or index. */
  readonly groups: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /**
   * Definitions that are referred to in several places and refer on for the same value: together they can
   * ask the same question exponentially often.
   */
  readonly entangled: ReadonlySet<string>;
  readonly origins: ReadonlyMap<object, Origin>;
}

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
const notApplied = new Set(['$defs', 'definitions', 'contentSchema']);

/**
 * Translates a schema of any draft to one dialect of our own that is close to 2020-12: references are
 * resolved (dynamic ones too: a schema is translated once for each scope it is reached in), anchors and
 * ids are gone, tuples and `dependencies` have their newest form, and what has no meaning is left out.
 *
 * So the validator sees no construct in which it deviates from JSON Schema or refuses to compile, and all
 * drafts need but one.
 */
export function translate(schema: JsonValue, dialect: Dialect): Translation {
  return new Translator(new SchemaDocument(schema, dialect)).run();
}

interface Pending {
  readonly name: string;
  readonly site: Site;
  readonly scope: DynamicScope;
}

/** Translates the parts of one definition; what it refers to is queued. */
export class Translator {
  readonly dialect: Dialect;
  readonly #definitions = new Map<string, Target>();
  readonly #names = new Map<Site, Map<string, string>>();
  readonly #queue: Pending[] = [];
  readonly #origins = new Map<object, Origin>();
  readonly #plans = new Map<string, EvaluationPlan>();
  readonly #planNames = new Map<Site, Map<string, string>>();
  readonly #planQueue: Pending[] = [];
  readonly #groups = new Map<string, ReadonlyMap<string, string>>();
  readonly #shared = new Set<string>();
  readonly #refersOn = new Set<string>();
  #current = '';
  #inlineNodes = 0;
  #count = 0;

  constructor(readonly document: SchemaDocument) {
    this.dialect = document.dialect;
  }

  run(): Translation {
    const root = this.define(this.document.root, emptyScope);
    while (this.#queue.length + this.#planQueue.length > 0) {
      const next = this.#queue.pop();
      if (next !== undefined) {
        this.#current = next.name;
        this.#definitions.set(next.name, this.#translate(next.site, next.scope, 0, true));
      }
      const plan = this.#planQueue.pop();
      if (plan !== undefined)
        this.#plans.set(plan.name, planEvaluation(this, plan.site, plan.scope, undefined));
    }
    return {
      definitions: this.#definitions,
      root,
      plans: this.#plans,
      groups: this.#groups,
      entangled: new Set([...this.#shared].filter((name) => this.#refersOn.has(name))),
      origins: this.#origins,
    };
  }

  /** The name of the definition for a schema that is reached in a scope. */
  define(site: Site, from: DynamicScope): string {
    const count = this.#count;
    const name = this.#enqueue(site, from, this.#names, this.#queue);
    if (this.#count === count) this.#shared.add(name);
    return name;
  }

  #refer(site: Site, from: DynamicScope, inPlace: boolean): string {
    if (inPlace) this.#refersOn.add(this.#current);
    return this.define(site, from);
  }

  /** The name of the plan of what a schema looks at that is reached in a scope. */
  plan(site: Site, from: DynamicScope): string {
    return this.#enqueue(site, from, this.#planNames, this.#planQueue);
  }

  #enqueue(site: Site, from: DynamicScope, known: Map<Site, Map<string, string>>, queue: Pending[]): string {
    const scope = enter(from, this.document, site);
    const names = known.get(site) ?? new Map<string, string>();
    known.set(site, names);
    let name = names.get(scope.key);
    if (name === undefined) {
      name = `d${this.#count++}`;
      names.set(scope.key, name);
      queue.push({ name, site, scope });
    }
    return name;
  }

  /** Notes where a node comes from; `renamed` is read later and may still be added to. */
  originate<T extends TargetNode>(node: T, site: Site, renamed: ReadonlyMap<string, string> = new Map()): T {
    this.#origins.set(node, { pointer: pointerOf(site), renamed });
    return node;
  }

  /** `inPlace`: whether the schema judges the value that the definition is applied to. */
  #translate(site: Site, outer: DynamicScope, depth: number, inPlace: boolean): Target {
    const { schema } = site;
    if (!isObject(schema)) {
      return schema === true || falseSpeaksForItself.has(site.keyword)
        ? Boolean(schema)
        : this.originate({ never: true }, site);
    }
    this.#inlineNodes = depth === 0 ? 0 : this.#inlineNodes + 1;
    if (depth === maxInlineDepth || this.#inlineNodes > maxInlineNodes) {
      return this.originate({ refersTo: this.#refer(site, outer, inPlace) }, site);
    }

    const scope = enter(outer, this.document, site);
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
    const children = childrenOf(site, this.dialect);
    const apart = this.#crowded(children);
    for (const child of children) {
      if (notApplied.has(child.keyword)) continue;
      // The document knows its own sites: resources and anchors hang on them.
      const known = this.document.at(site, child.path) ?? child;
      if (child.keyword === 'unevaluatedItems' || child.keyword === 'unevaluatedProperties') {
        node[child.keyword] = this.#unevaluated(site, known, scope);
        continue;
      }
      const [, name] = child.path;
      const definitions = apart.get(child.keyword);
      const inPlace = at.inPlace && IN_PLACE.has(child.keyword);
      definitions?.set(name ?? '', this.#refer(known, scope, inPlace));
      // The name of a property must still be there: `additionalProperties` goes by it.
      const target = definitions !== undefined || this.#translate(known, scope, at.depth + 1, inPlace);
      const siblings = byKeyword.get(child.keyword) ?? [];
      byKeyword.set(child.keyword, siblings);
      siblings.push({ name, target });
    }
    for (const [keyword, definitions] of apart) {
      const id = `d${this.#count++}`;
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

  /** The keywords with too many schemas to be written inline; their definitions are still to be made. */
  #crowded(children: readonly Site[]): Map<string, Map<string, string>> {
    const crowded = new Map<string, Map<string, string>>();
    for (const [keyword, limit] of maxInlineSiblings) {
      if (children.filter((child) => child.keyword === keyword).length > limit)
        crowded.set(keyword, new Map());
    }
    return crowded;
  }

  #unevaluated(site: Site, rest: Site, scope: DynamicScope): UnevaluatedOperand {
    const plan = `d${this.#count++}`;
    this.#plans.set(plan, planEvaluation(this, site, scope, rest.keyword));
    return { plan, rest: this.define(rest, scope), forbidden: rest.schema === false };
  }
}

/** A translated schema under a keyword; the name is its key or index, where there are several. */
export interface Child {
  readonly name: string | undefined;
  readonly target: Target;
}

export type ChildrenByKeyword = Map<string, Child[]>;

/** What `unevaluatedItems` and `unevaluatedProperties` hold in a translation. */
export interface UnevaluatedOperand {
  /** Of what the schema around it looks at. */
  readonly plan: string;
  /** The definition for the rest. */
  readonly rest: string;
  readonly forbidden: boolean;
}

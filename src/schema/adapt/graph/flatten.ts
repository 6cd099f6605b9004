import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/value.js';
import { discriminatorPin } from '../../dialect/discriminator.js';
import type { SchemaDocument } from '../../dialect/document.js';
import { isArray, own, refStandsAlone } from '../../dialect/draft.js';
import { ANNOTATION_KEYWORDS } from '../../dialect/keywords.js';
import { nullableMeaning, nullableParts } from '../../dialect/nullable.js';
import { type RefTarget, refsOf } from '../../dialect/references.js';
import type { Site } from '../../dialect/site.js';
import type { ConstraintTable } from './intern.js';
import type { Constraint, SchemaPart } from './node.js';

/** Branches of which at least one has to hold; all constraints of a branch hold together. */
export interface Choice {
  readonly constraint: Constraint | undefined;
  readonly site: Site | undefined;
  readonly keyword: string;
  readonly branches: readonly (readonly Constraint[])[];
  readonly inherited: boolean;
}

/** A rule that is not in the wire schema; only the properties that it names matter. */
export interface OpenRule {
  readonly site: Site;
  readonly keyword: string;
  readonly inherited: boolean;
}

/** The constraints of a node, by kind. */
export interface FlatSchema {
  readonly parts: SchemaPart[];
  readonly choices: Choice[];
  readonly rules: OpenRule[];
  /** Schemas in which a reference replaces all other keywords. */
  readonly references: Site[];
  /** No value satisfies the constraints. */
  never: boolean;
}

/** Called for a reference that cannot be resolved in this document. */
export type OnBadRef = (site: Site, keyword: string, target: RefTarget) => void;

/** Follows references and `allOf`, each once: a reference to itself adds no constraint. */
export function flatten(
  document: SchemaDocument,
  table: ConstraintTable,
  start: readonly Constraint[],
  onBadRef: OnBadRef,
): FlatSchema {
  const flat: FlatSchema = { parts: [], choices: [], rules: [], references: [], never: false };
  const seen = new Set<Constraint | Site>();
  const queue: Constraint[] = [...start];
  for (let index = 0; index < queue.length; index++) {
    const constraint = queue[index];
    if (constraint === undefined || seen.has(constraint)) continue;
    seen.add(constraint);
    if (constraint.kind === 'own') addPart(constraint.site, true);
    else if (constraint.kind === 'choice') addChoice(constraint.site, constraint.keyword, true);
    else if (constraint.kind === 'rule')
      flat.rules.push({ site: constraint.site, keyword: constraint.keyword, inherited: true });
    else if (constraint.kind === 'any-of') addAnyOf(constraint);
    else addSchema(constraint.site);
  }
  return flat;

  function addPart(site: Site, inherited: boolean): void {
    if (!isJsonObject(site.schema) || seen.has(site)) return;
    seen.add(site);
    flat.parts.push({ site, schema: site.schema, inherited });
    for (const keyword of ['dependencies', 'dependentSchemas']) {
      if (Object.hasOwn(site.schema, keyword)) flat.rules.push({ site, keyword, inherited });
    }
  }

  function addSchema(site: Site): void {
    const { schema } = site;
    if (schema === false) flat.never = true;
    if (!isJsonObject(schema)) return;
    if (nullableMeaning(schema, document.dialect) === 'null-or-rest') {
      addPart(nullableParts(site).annotations, false);
      addChoice(site, 'nullable', false);
      return;
    }
    const refs = refsOf(document, site);
    for (const { keyword, target } of refs) {
      if (target.kind === 'found') queue.push(table.site(target.site));
      else if (target.kind === 'one-of') addChoice(site, keyword, false);
      else onBadRef(site, keyword, target);
    }
    if (refStandsAlone(document.dialect) && refs.length > 0) {
      flat.references.push(site);
      return;
    }
    addPart(site, false);
    for (const keyword of ['allOf', 'anyOf', 'oneOf', 'if'] as const) {
      const value = own(schema, keyword);
      if (value === undefined) continue;
      if (keyword === 'if') addConditional(site, schema);
      else if (!isArray(value)) continue;
      else if (keyword === 'allOf') queue.push(...listed(site, keyword, value));
      else addChoice(site, keyword, false);
    }
  }

  function listed(site: Site, keyword: string, values: readonly JsonValue[]): Constraint[] {
    return values.flatMap((_, index) => itemAt(site, keyword, String(index)));
  }

  function itemAt(site: Site, ...path: string[]): Constraint[] {
    const at = document.at(site, path);
    return at === undefined ? [] : [table.site(at)];
  }

  function addConditional(site: Site, schema: JsonObject): void {
    // Without both `then` and `else`, one of the branches accepts anything, so the choice excludes nothing.
    const both = Object.hasOwn(schema, 'then') && Object.hasOwn(schema, 'else');
    if (both) addChoice(site, 'if', false);
    else flat.rules.push({ site, keyword: 'if', inherited: false });
  }

  function addChoice(site: Site, keyword: string, inherited: boolean): void {
    const constraint = table.choice(site, keyword);
    if (!inherited && seen.has(constraint)) return;
    seen.add(constraint);
    flat.choices.push({
      constraint,
      site,
      keyword,
      branches: branchesOf(site, keyword),
      inherited,
    });
  }

  function branchesOf(site: Site, keyword: string): Constraint[][] {
    if (keyword === 'if') {
      const condition = itemAt(site, 'if');
      return [[...condition, ...itemAt(site, 'then')], itemAt(site, 'else')];
    }
    if (keyword === 'nullable') {
      const parts = nullableParts(site);
      return [[table.site(parts.null)], [table.site(parts.rest)]];
    }
    const value = isJsonObject(site.schema) ? own(site.schema, keyword) : undefined;
    if (isArray(value))
      return value.flatMap((_, index) => {
        const at = document.at(site, [keyword, String(index)]);
        if (at === undefined) return [];
        const pin = discriminatorPin(document, site, at);
        return [pin === undefined ? [table.site(at)] : [table.site(at), table.site(pin)]];
      });
    const target = refsOf(document, site).find((ref) => ref.keyword === keyword)?.target;
    return target?.kind === 'one-of' ? target.sites.map((at) => [table.site(at)]) : [];
  }

  function addAnyOf(constraint: Extract<Constraint, { kind: 'any-of' }>): void {
    const branches: Constraint[][] = constraint.sites.map((site) => [table.site(site)]);
    if (constraint.orAnything) branches.push([]);
    flat.choices.push({ constraint, site: undefined, keyword: 'anyOf', branches, inherited: true });
  }
}

export const REFERENCE_KEYWORDS = ['$ref', '$dynamicRef', '$recursiveRef'];

/** Keywords whose schemas apply to the same value, and that the graph combines or makes alternatives of. */
export const COMBINING_KEYWORDS = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else'];

const COMPOSITION: ReadonlySet<string> = new Set([...REFERENCE_KEYWORDS, ...COMBINING_KEYWORDS]);

/** Whether a schema has keywords of its own that restrict values. */
export function restricts(part: SchemaPart): boolean {
  return Object.keys(part.schema).some(
    (keyword) => keyword !== 'nullable' && !ANNOTATION_KEYWORDS.has(keyword) && !COMPOSITION.has(keyword),
  );
}

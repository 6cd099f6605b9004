import type { SchemaDocument } from '../../dialect/document.js';
import type { Site } from '../../dialect/site.js';
import type { ChangeLog } from '../report/change-log.js';
import type { ConstraintTable } from './intern.js';
import type { Constraint, Edge, SchemaPart } from './node.js';

/** The state that all steps of building the graph share. */
export interface BuildContext {
  readonly document: SchemaDocument;
  readonly constraints: ConstraintTable;
  readonly log: ChangeLog;
  /** Whether the wire schema may exclude values that the author's schema does not mention. */
  readonly narrow: boolean;
  /** Branches of a `oneOf` stay even if another branch accepts all their values. */
  readonly keepsCovered: boolean;
  /** Called for a `oneOf` of which no branch is left, since nothing tells its branches apart. */
  readonly onIndistinct: (site: Site) => void;
  /** Keywords that hold schemas in this dialect. */
  readonly understands: (keyword: string) => boolean;
  /** Returns the edge to the node in which all these constraints hold. */
  readonly edge: (items: readonly Constraint[]) => Edge;
}

/** Returns the constraint of the schema at a path below a site, or nothing if there is no schema. */
export function constraintsAt(context: BuildContext, from: Site, ...path: string[]): Constraint[] {
  const site = context.document.at(from, path);
  return site === undefined ? [] : [context.constraints.site(site)];
}

/** Returns the value of a numeric keyword, or undefined if it is not a finite number. */
export function numberKeyword(part: SchemaPart, keyword: string): number | undefined {
  const value = exactKeyword(part, keyword);
  return value === undefined ? undefined : Number(value);
}

/** As {@link numberKeyword}, with an integer that a number would round as a bigint. */
export function exactKeyword(part: SchemaPart, keyword: string): number | bigint | undefined {
  const value: unknown = Object.hasOwn(part.schema, keyword) ? part.schema[keyword] : undefined;
  if (typeof value === 'bigint') return value;
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

import type { SchemaDocument } from '../../dialect/document.js';
import type { Site } from '../../dialect/site.js';
import type { ChangeLog } from '../report/change-log.js';
import type { ConstraintTable } from './intern.js';
import type { Constraint, Edge, SchemaPart } from './node.js';

/** What building the graph of a schema needs everywhere. */
export interface BuildContext {
  readonly document: SchemaDocument;
  readonly constraints: ConstraintTable;
  readonly log: ChangeLog;
  /** Whether the wire may say less than everything where the author is silent. */
  readonly narrow: boolean;
  /** Keywords that hold schemas in this dialect. */
  readonly understands: (keyword: string) => boolean;
  /** The use of a combination of schemas as a child. */
  readonly edge: (items: readonly Constraint[]) => Edge;
}

/** The item of the schema at a path below a place; nothing where there is none. */
export function constraintsAt(context: BuildContext, from: Site, ...path: string[]): Constraint[] {
  const site = context.document.at(from, path);
  return site === undefined ? [] : [context.constraints.site(site)];
}

/** A number that a keyword may have as its value; undefined where it has none that can be used. */
export function numberKeyword(part: SchemaPart, keyword: string): number | undefined {
  const value = Object.hasOwn(part.schema, keyword) ? part.schema[keyword] : undefined;
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

import type { JsonObject, JsonValue } from '../../../json/value.js';
import type { Site } from '../../dialect/site.js';
import type { ChangeLog } from '../report/change-log.js';

/**
 * A set of values, described by schemas that all have to hold. Nodes form a graph: children are nodes too,
 * and recursion in the author's schema is a cycle here.
 *
 * A node never excludes a value that the author's schema accepts (unless `narrow` is set). Every value is
 * validated against the author's schema in the end, so a constraint that is hard to express can be omitted.
 */
export interface Node {
  readonly key: string;
  readonly constraints: readonly Constraint[];
  /** The schema it comes from, for pointers and names; undefined for a node that accepts anything. */
  readonly origin: Site | undefined;
  /** How many places use it. */
  uses: number;
  /** At least one of these matches. If there are none, no value exists. */
  alternatives: Alternative[];
  /** The author's description, and the constraints that the wire schema cannot express, in sentences. */
  about: string[];
  /** The schemas whose keywords it combines, for the report of changes. */
  parts: readonly SchemaPart[];
  /** The changes recorded while it was built. */
  changes: ChangeLog | undefined;
  /** Whether a finite value exists. */
  inhabited: boolean;
  /** Whether null is one of its values. */
  nullable: boolean;
}

/** A schema whose own keywords have to hold. */
export interface SchemaPart {
  readonly site: Site;
  readonly schema: JsonObject;
  /** The description is already on the node that this one is an alternative of. */
  readonly inherited: boolean;
}

/** A use of a node, with its description there. */
export interface Edge {
  readonly node: Node;
  /** Where it is used, for pointers. */
  readonly at?: Site | undefined;
  /** Every schema of a property to which several schemas apply. */
  readonly combined?: readonly Site[];
  readonly description?: string | undefined;
}

/** One of the conditions that have to hold in a node. */
export type Constraint =
  /** A whole schema. */
  | { readonly id: number; readonly kind: 'site'; readonly site: Site }
  /** The keywords of a schema without its references, `allOf` and choices. */
  | { readonly id: number; readonly kind: 'own'; readonly site: Site }
  /** One of its choices: `anyOf`, `oneOf`, `if`, or a reference that may lead to several places. */
  | { readonly id: number; readonly kind: 'choice'; readonly site: Site; readonly keyword: string }
  /** A rule that is not in the wire schema; it still names properties. */
  | { readonly id: number; readonly kind: 'rule'; readonly site: Site; readonly keyword: string }
  /** Any of these schemas. */
  | {
      readonly id: number;
      readonly kind: 'any-of';
      readonly sites: readonly Site[];
      readonly orAnything: boolean;
    };

export type Alternative =
  | { readonly kind: 'null' }
  | { readonly kind: 'boolean'; readonly notes: readonly string[] }
  | AnyAlternative
  | ValuesAlternative
  | StringAlternative
  | NumberAlternative
  | ArrayAlternative
  | ObjectAlternative
  | { readonly kind: 'node'; readonly edge: Edge };

/** Any JSON value. */
export interface AnyAlternative {
  readonly kind: 'any';
  readonly site: Site | undefined;
  readonly notes: readonly string[];
}

/** One of these values, none of them null. */
export interface ValuesAlternative {
  readonly kind: 'values';
  readonly site: Site | undefined;
  readonly values: readonly JsonValue[];
  readonly notes: readonly string[];
}

export interface StringAlternative {
  readonly kind: 'string';
  readonly minLength?: number | undefined;
  readonly format?: string | undefined;
  readonly pattern?: string | undefined;
  readonly notes: readonly string[];
}

export interface NumberAlternative {
  readonly kind: 'number';
  readonly integer: boolean;
  readonly bounds: Readonly<Partial<Record<NumberKeyword, number>>>;
  readonly notes: readonly string[];
}

export type NumberKeyword = 'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum' | 'multipleOf';

export interface ArrayAlternative {
  readonly kind: 'array';
  readonly site: Site | undefined;
  readonly prefix: readonly Edge[];
  /** The items after the prefix; undefined if there can be none. */
  readonly rest: Edge | undefined;
  readonly minItems: number;
  readonly maxItems: number;
  /** Whether all positions of the prefix are required although the author does not require them. */
  isFilled: boolean;
  readonly notes: readonly string[];
}

export interface ObjectAlternative {
  readonly kind: 'object';
  readonly site: Site | undefined;
  readonly members: readonly Member[];
  /** Properties besides the named ones; undefined if there can be none. */
  readonly additional: AdditionalProperties | undefined;
  readonly notes: readonly string[];
}

export interface Member {
  readonly name: string;
  readonly edge: Edge;
  readonly required: boolean;
}

export interface AdditionalProperties {
  readonly keys: Edge | undefined;
  readonly keyNotes: readonly string[];
  readonly values: Edge;
}

/** Returns the edges to all children of a node. */
export function edgesOf(alternatives: readonly Alternative[]): Edge[] {
  return alternatives.flatMap((alternative) => {
    switch (alternative.kind) {
      case 'node':
        return [alternative.edge];
      case 'array':
        return alternative.rest === undefined
          ? [...alternative.prefix]
          : [...alternative.prefix, alternative.rest];
      case 'object': {
        const { members, additional: extras } = alternative;
        const beside =
          extras === undefined ? [] : [extras.values, ...(extras.keys === undefined ? [] : [extras.keys])];
        return [...members.map((member) => member.edge), ...beside];
      }
      default:
        return [];
    }
  });
}

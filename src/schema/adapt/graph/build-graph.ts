import type { SchemaIssue } from '../../../diagnostics/issue.js';
import type { JsonValue } from '../../../json/value.js';
import { brokenReferenceIssue } from '../../dialect/broken-references.js';
import { SchemaDocument } from '../../dialect/document.js';
import { schemaKeywords } from '../../dialect/keywords.js';
import type { RefTarget } from '../../dialect/references.js';
import { characters as charactersIn } from '../../dialect/schema-size.js';
import { pointerOf, type Site } from '../../dialect/site.js';
import { ChangeLog } from '../report/change-log.js';
import { fillAlternatives } from './alternatives.js';
import { recordSkippedSchema } from './annotations.js';
import { canonicalize } from './canonicalize.js';
import type { BuildContext } from './context.js';
import { markInhabited, markNullable } from './fixpoints.js';
import { ConstraintTable } from './intern.js';
import { type Alternative, type Constraint, type Edge, edgesOf, type Node } from './node.js';

/** The meaning of a schema, before any of the wire schema is emitted. */
export interface Graph {
  readonly root: Edge;
  /** In the order in which they are reached from the root, level by level. */
  readonly nodes: readonly Node[];
  readonly issues: readonly SchemaIssue[];
  /** The properties counted while building; the wire schema has more. */
  readonly properties: number;
  readonly characters: number;
  /** The names of all properties, which generated names must avoid. */
  readonly names: ReadonlySet<string>;
  readonly document: SchemaDocument;
  /** Schemas that only refer to others, or have no constraints. */
  readonly skipped: ReadonlySet<Site>;
  /** Schemas with a `oneOf` whose branches nothing tells apart. */
  readonly indistinct: ReadonlySet<Site>;
  /** The changes of schemas on the way to the root node. */
  readonly rootChanges: ChangeLog | undefined;
}

export interface BuildOptions {
  readonly narrow: boolean;
  /** Keep the branches of a `oneOf` that it would reject. Default: false. */
  readonly keepsCovered?: boolean;
  /** Properties that all objects together may have; nodes reached later become text. */
  readonly maxProperties: number;
  /** Properties that the root may have at most. */
  readonly mostProperties: number;
  /** Characters that all names together may have. */
  readonly maxNameCharacters: number;
}

/** Nested choices multiply the combinations of schemas; nodes beyond this number become text. */
const MAX_NODES = 30_000;

/**
 * Builds the graph level by level, so that the schemas furthest from the root become text if it is too
 * large.
 */
export function buildGraph(schema: JsonValue, options: BuildOptions): Graph {
  const document = new SchemaDocument(schema);
  const constraints = new ConstraintTable();
  const log = new ChangeLog();
  const keywords = schemaKeywords(document.dialect);
  const nodes: Node[] = [];
  const known = new Map<string, Node>();
  const issues = new Map<string, SchemaIssue>();
  const indistinct = new Set<Site>();
  const context: BuildContext = {
    document,
    constraints,
    log,
    narrow: options.narrow,
    keepsCovered: options.keepsCovered ?? false,
    onIndistinct: (site) => indistinct.add(site),
    understands: (keyword) => keywords.has(keyword),
    edge,
  };
  /** Nodes whose users all became text before the node itself was built. */
  const skipped = new Set<Node>();
  const passed = new Set<Site>();
  const root = edge([constraints.site(document.root)]);
  const rootChanges = log.take();
  const names = new Set<string>();
  let properties = 0;
  let characters = 0;
  for (let index = 0; index < nodes.length; index++) {
    const node = nodes[index];
    if (node === undefined) continue;
    if (node.uses === 0) {
      skipped.add(node);
      continue;
    }
    log.take();
    if (index < MAX_NODES) fillAlternatives(context, node, onBadRef);
    else giveUp(node, 'too many combinations');
    const size = sizeOf(node.alternatives, names);
    properties += size.properties;
    characters += size.characters;
    // The root has the same size even if everything below it is text.
    if (index === 0 && properties > options.mostProperties) return tooWide(properties);
    if (index > 0 && (properties > options.maxProperties || characters > options.maxNameCharacters)) {
      properties -= size.properties;
      characters -= size.characters;
      giveUp(node, 'the wire schema would be too large');
    }
    node.changes = log.take();
  }
  markInhabited(nodes);
  markNullable(nodes);
  return graph();

  function graph(): Graph {
    const found = [...issues.values()];
    return {
      root,
      nodes,
      issues: found,
      properties,
      characters,
      names,
      document,
      skipped: passed,
      indistinct,
      rootChanges,
    };
  }

  function onPassed(site: Site, leadsOn: string | undefined, isStart: boolean): void {
    passed.add(site);
    recordSkippedSchema(site, leadsOn, log);
    if (!isStart && leadsOn === '$ref') {
      log.add('exact', site, ['$ref'], 'followed', 'references to it point directly to its target');
    }
  }

  function edge(start: readonly Constraint[]): Edge {
    const { constraints: left, description, origin } = canonicalize(document, constraints, start, onPassed);
    const key = keyOf(left);
    let node = known.get(key);
    if (node === undefined) {
      const first = left.find((constraint) => constraint.kind === 'site');
      node = {
        key,
        constraints: left,
        origin: first?.kind === 'site' ? first.site : origin,
        uses: 0,
        alternatives: [],
        about: [],
        parts: [],
        changes: undefined,
        inhabited: false,
        nullable: false,
      };
      known.set(key, node);
      nodes.push(node);
    }
    node.uses++;
    if (skipped.delete(node)) nodes.push(node);
    return { node, description, at: origin };
  }

  function tooWide(count: number): Graph {
    const message = `The object at the root has ${count} properties, but a schema may have at most ${options.mostProperties} in total.`;
    issues.set('too large', tooLarge(message));
    root.node.inhabited = true;
    return graph();
  }

  function giveUp(node: Node, why: string): void {
    for (const child of edgesOf(node.alternatives)) child.node.uses--;
    log.take();
    log.addText(node.origin, why, 'given up: ');
    node.parts = [];
    node.alternatives = [{ kind: 'any', site: undefined, notes: [] }];
  }

  function onBadRef(site: Site, keyword: string, target: RefTarget): void {
    if (target.kind !== 'remote' && target.kind !== 'dangling') return;
    const pointer = pointerOf(site, keyword);
    issues.set(pointer, brokenReferenceIssue(target.kind, target.ref, pointer));
  }
}

/** The issue of a schema that is more than strict mode takes. */
export function tooLarge(message: string): SchemaIssue {
  return {
    code: 'too_large',
    severity: 'error',
    pointer: '',
    message,
    hint: 'Split the schema, or turn large objects into maps (additionalProperties).',
  };
}

function keyOf(constraints: readonly Constraint[]): string {
  const [only] = constraints;
  if (constraints.length === 1 && only !== undefined) return String(only.id);
  return constraints
    .map((constraint) => constraint.id)
    .sort((a, b) => a - b)
    .join(' ');
}

function sizeOf(
  alternatives: readonly Alternative[],
  names: Set<string>,
): { properties: number; characters: number } {
  let properties = 0;
  let characters = 0;
  for (const alternative of alternatives) {
    if (alternative.kind === 'object') {
      properties += alternative.members.length + (alternative.additional === undefined ? 0 : 3);
      characters += alternative.additional === undefined ? 0 : 30;
      for (const { name } of alternative.members) {
        names.add(name);
        characters += charactersIn([name]);
      }
    } else if (alternative.kind === 'array' && alternative.prefix.length > 0) {
      properties += alternative.prefix.length + 1;
      characters += 7 * alternative.prefix.length;
    } else if (alternative.kind === 'values') {
      characters += charactersIn(alternative.values);
    }
  }
  return { properties, characters };
}

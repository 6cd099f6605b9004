import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseAllDocuments,
  type Scalar,
  type YAMLMap,
} from 'yaml';
import { FormatError } from './format-error.js';
import { rejectDeepYaml } from './reject-deep.js';
import { numberText, type SourceMember, type SourceNode } from './source-node.js';
import { type AliasTargets, bindAliases } from './yaml-aliases.js';

/** The tags of JSON values; `tag:yaml.org,2002:` is written `!!`. */
const jsonTags = new Set(['map', 'seq', 'str', 'int', 'float', 'bool', 'null', 'merge']);
const coreTag = 'tag:yaml.org,2002:';

/** Text that YAML 1.1 reads as a date and YAML 1.2 as a string. */
const timestamp = /^\d{4}-\d\d?-\d\d?([Tt\s].*)?$/;

/**
 * Reads one YAML document whose values have a JSON form.
 *
 * @throws {FormatError}
 */
export function readYaml(text: string): SourceNode {
  rejectDeepYaml(text);
  const document = onlyDocument(text);
  const { contents } = document;
  if (!isNode(contents) || isEmpty(contents)) {
    throw new FormatError('empty', 'is empty; it must be a JSON Schema', undefined);
  }
  return new Reader(bindAliases(contents)).node(contents);
}

function onlyDocument(text: string): Document.Parsed {
  const parsed = parseAllDocuments(text, { uniqueKeys: false, prettyErrors: false, logLevel: 'silent' });
  const [document, second] = 'empty' in parsed ? [] : parsed;
  for (const each of 'empty' in parsed ? [] : parsed) {
    const [error] = each.errors;
    if (error !== undefined) {
      throw new FormatError('syntax', `is not valid YAML: ${sentencePart(error.message)}`, error.pos[0]);
    }
  }
  if (document === undefined) {
    throw new FormatError('empty', 'is empty; it must be a JSON Schema', undefined);
  }
  if (second !== undefined) {
    throw new FormatError('syntax', 'has several YAML documents; it must have one', second.range[0]);
  }
  return document;
}

function sentencePart(message: string): string {
  const [line = ''] = message.split('\n');
  return line.charAt(0).toLowerCase() + line.slice(1).replace(/\.$/, '');
}

function isEmpty(node: Node): boolean {
  return isScalar(node) && node.value === null && (node.source ?? '') === '';
}

/** In a hostile text, merges of merges double with each line. */
const mostMerges = 10_000;

class Reader {
  readonly #targets: AliasTargets;
  #merges = 0;

  constructor(targets: AliasTargets) {
    this.#targets = targets;
  }

  /** @param offset - where the value is used, if not where it is written */
  node(node: unknown, offset = offsetOf(node)): SourceNode {
    if (isAlias(node)) return this.node(this.#targets.get(node), offset);
    if (isNode(node)) refuseOtherTag(node, offset);
    if (isMap(node)) return { kind: 'object', offset, members: () => this.#members(node) };
    if (isSeq(node)) return { kind: 'array', offset, items: () => node.items.map((item) => this.node(item)) };
    // `key:` without a value.
    if (!isScalar(node)) return { kind: 'scalar', offset, json: 'null' };
    return { kind: 'scalar', offset, json: scalarText(node, offset) };
  }

  *#members(map: YAMLMap): Generator<SourceMember> {
    const own = new Set<string>();
    for (const pair of map.items) if (!isMerge(pair)) own.add(nameOf(pair.key));
    const merged = new Set<string>();
    for (const pair of map.items) {
      if (!isMerge(pair)) {
        const offset = offsetOf(pair.key);
        yield {
          name: nameOf(pair.key),
          offset,
          value: () => this.node(pair.value, offsetOr(pair.value, offset)),
        };
        continue;
      }
      // The object's own keys win, then those of the first merged mapping.
      for (const member of this.#merged(pair)) {
        if (own.has(member.name) || merged.has(member.name)) continue;
        merged.add(member.name);
        yield { ...member, offset: offsetOf(pair.key) };
      }
    }
  }

  *#merged({ key, value }: Pair): Generator<SourceMember> {
    const target = isAlias(value) ? this.#targets.get(value) : value;
    for (const each of isSeq(target) ? target.items : [target]) {
      if (++this.#merges > mostMerges) {
        throw new FormatError('too_deep', 'is too large with its aliases written out', offsetOf(key));
      }
      const map = isAlias(each) ? this.#targets.get(each) : each;
      if (!isMap(map)) {
        throw new FormatError('syntax', 'merges (<<) a value that is not a mapping', offsetOf(key));
      }
      yield* this.#members(map);
    }
  }
}

function isMerge({ key }: Pair): boolean {
  return isScalar(key) && key.type === 'PLAIN' && key.source === '<<';
}

function nameOf(key: unknown): string {
  const offset = offsetOf(key);
  if (isNode(key)) refuseOtherTag(key, offset);
  if (isScalar(key) && typeof key.value === 'string') {
    refuseTimestamp(key, offset);
    return key.value;
  }
  const shown = isScalar(key) ? JSON.stringify(key.source ?? String(key.value)).slice(0, 60) : 'that';
  throw new FormatError('syntax', `has a key that is not a string; put ${shown} in quotes`, offset);
}

function scalarText(scalar: Scalar, offset: number): string {
  const { value, source = '' } = scalar;
  switch (typeof value) {
    case 'string':
      refuseTimestamp(scalar, offset);
      return JSON.stringify(value);
    case 'boolean':
      return JSON.stringify(value);
    case 'number':
      if (Number.isFinite(value)) return numberText(value, source);
      break;
    default:
      if (value === null) return 'null';
  }
  throw new FormatError(
    'syntax',
    `has the value ${source.slice(0, 40)}, which JSON does not support`,
    offset,
  );
}

function refuseTimestamp({ value, type, source }: Scalar, offset: number): void {
  if (type !== 'PLAIN' || typeof value !== 'string' || !timestamp.test(value)) return;
  const shown = (source ?? value).slice(0, 40);
  throw new FormatError('syntax', `has ${shown}, which YAML 1.1 reads as a date; put it in quotes`, offset);
}

function refuseOtherTag({ tag }: Node, offset: number): void {
  if (tag === undefined) return;
  const name = tag.startsWith(coreTag) ? tag.slice(coreTag.length) : undefined;
  if (name !== undefined && jsonTags.has(name)) return;
  const shown = name === undefined ? tag : `!!${name}`;
  throw new FormatError(
    'syntax',
    `has a value with the tag ${shown.slice(0, 60)}, which JSON does not support`,
    offset,
  );
}

function offsetOr(node: unknown, otherwise: number): number {
  return isNode(node) && node.range ? node.range[0] : otherwise;
}

function offsetOf(node: unknown): number {
  return offsetOr(node, 0);
}

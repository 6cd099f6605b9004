import { entriesOf } from '../../json/exact.js';
import { pointerTo } from '../../json/pointer.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/value.js';
import { type Dialect, own } from '../dialect/draft.js';
import { keywordShapes, LATER_THAN_DRAFT_4 } from '../dialect/keywords.js';
import { hasShape } from './scalar-shapes.js';
import { type Shape, wanted } from './shapes.js';

/** The first thing that the meta-schema of its draft would refuse. */
export interface Invalidity {
  /** RFC 6901, of the offending value. */
  readonly pointer: string;
  /** Completes "must be …". */
  readonly wanted: string;
}

/** What passing over all schemas showed. */
export interface MetaSchemaReport {
  readonly invalidity: Invalidity | undefined;
  /** Names used with `format`. */
  readonly formats: ReadonlySet<string>;
  /** Keywords used in a draft-04 schema that only later drafts define. */
  readonly laterKeywords: ReadonlySet<string>;
}

/** A schema and the RFC 6901 pointer of its place. */
export interface SchemaPlace {
  readonly value: JsonValue;
  readonly pointer: string;
}

/**
 * Judges a schema as the meta-schema of its draft does, from one table, without loading a validator:
 * this runs before codex is started. Iterative, so depth is no danger.
 *
 * Held to agree with the meta-schemas by a differential test.
 *
 * @param reached - the schemas that only references lead to: no meta-schema knows of them
 */
export function checkMetaSchema(
  schema: JsonValue,
  dialect: Dialect,
  reached: readonly SchemaPlace[] = [],
): MetaSchemaReport {
  const shapes = keywordShapes(dialect);
  const isDraft4 = dialect.draft === '4';
  const formats = new Set<string>();
  const laterKeywords = new Set<string>();
  const report = (invalidity?: Invalidity): MetaSchemaReport => ({ invalidity, formats, laterKeywords });

  const todo = [...reached.toReversed(), { value: schema, pointer: '' }];
  for (let node = todo.pop(); node !== undefined; node = todo.pop()) {
    const { value, pointer } = node;
    if (typeof value === 'boolean' && (!isDraft4 || pointer === '')) continue;
    if (!isJsonObject(value)) {
      return report({ pointer, wanted: isDraft4 ? 'a schema, which is an object in draft-04' : 'a schema' });
    }
    const children: SchemaPlace[] = [];
    for (const [keyword, operand] of entriesOf(value)) {
      const shape = shapes.get(keyword);
      if (shape === undefined) continue;
      const wrong = checkKeyword(operand, pointerTo(pointer, keyword), shape, children);
      if (wrong !== undefined) return report(wrong);
      if (keyword === 'format') formats.add(String(operand));
      if (isDraft4 && LATER_THAN_DRAFT_4.has(keyword)) laterKeywords.add(keyword);
    }
    const lone = isDraft4 ? loneExclusive(value, pointer) : undefined;
    if (lone !== undefined) return report(lone);
    // Last in, first out: findings come in the order of the text.
    for (const child of children.reverse()) todo.push(child);
  }
  return report();
}

/** Checks the operand itself and collects the schemas in it. */
function checkKeyword(
  operand: JsonValue,
  pointer: string,
  shape: Shape,
  children: SchemaPlace[],
): Invalidity | undefined {
  const child = (value: JsonValue, at: string): void => {
    children.push({ value, pointer: at });
  };
  const each = (list: readonly JsonValue[]): void => {
    for (const [index, item] of list.entries()) child(item, pointerTo(pointer, index));
  };
  const wrong: Invalidity = { pointer, wanted: wanted[shape] };
  switch (shape) {
    case 'schema':
      child(operand, pointer);
      return undefined;
    case 'object-or-boolean-schema':
      if (typeof operand !== 'boolean') child(operand, pointer);
      return undefined;
    case 'schema-list':
      if (!Array.isArray(operand) || operand.length === 0) return wrong;
      each(operand);
      return undefined;
    case 'schema-or-list':
      if (!Array.isArray(operand)) child(operand, pointer);
      else if (operand.length === 0) return wrong;
      else each(operand);
      return undefined;
    case 'schema-map':
    case 'pattern-map':
    case 'dependency-map': {
      if (!isJsonObject(operand)) return wrong;
      for (const [name, member] of entriesOf(operand)) {
        const at = pointerTo(pointer, name);
        if (shape === 'pattern-map' && !hasShape(name, 'pattern'))
          return { pointer: at, wanted: `named by ${wanted.pattern}` };
        if (shape !== 'dependency-map' || !Array.isArray(member)) child(member, at);
        else if (!hasShape(member, 'name-list')) return { pointer: at, wanted: wanted['name-list'] };
      }
      return undefined;
    }
    default:
      return hasShape(operand, shape) ? undefined : wrong;
  }
}

function loneExclusive(schema: JsonObject, pointer: string): Invalidity | undefined {
  for (const [exclusive, limit] of [
    ['exclusiveMaximum', 'maximum'],
    ['exclusiveMinimum', 'minimum'],
  ] as const) {
    if (own(schema, exclusive) !== undefined && own(schema, limit) === undefined) {
      return { pointer: pointerTo(pointer, exclusive), wanted: `beside "${limit}" in draft-04` };
    }
  }
  return undefined;
}

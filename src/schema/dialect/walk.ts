import { keysOf } from '../../json/exact.js';
import { isJsonObject, type JsonValue } from '../../json/value.js';
import { type Dialect, dialectOf, isArray } from './draft.js';
import { schemaKeywords } from './keywords.js';
import type { Site } from './site.js';

/**
 * Yields every schema in a document in the author's order, each before those inside it. Does not enter data (`enum`,
 * `const`, `default`, `examples`, unknown keywords). Is not recursive, so documents of any depth are walked.
 */
export function* walk(schema: JsonValue, dialect: Dialect = dialectOf(schema)): Generator<Site> {
  yield* walkFrom({ schema, parent: undefined, keyword: '', path: [], depth: 0 }, dialect);
}

/** Like {@link walk}, from a place inside a document. */
export function* walkFrom(start: Site, dialect: Dialect): Generator<Site> {
  const pending: Site[] = [start];
  for (let site = pending.pop(); site !== undefined; site = pending.pop()) {
    yield site;
    // Reversed, because the stack returns the last one first.
    const children = childrenOf(site, dialect);
    for (let index = children.length - 1; index >= 0; index--) {
      const child = children[index];
      if (child !== undefined) pending.push(child);
    }
  }
}

/** Returns the schemas directly inside a schema, in the author's order. */
export function childrenOf(site: Site, dialect: Dialect): Site[] {
  const { schema } = site;
  const children: Site[] = [];
  if (!isJsonObject(schema)) return children;
  const keywords = schemaKeywords(dialect);
  // Keys are faster than entries, and large schemas spend their time here.
  for (const keyword of keysOf(schema)) {
    const holds = keywords.get(keyword);
    if (holds === undefined) continue;
    const value = schema[keyword];
    if (holds === 'map') {
      if (!isJsonObject(value)) continue;
      for (const name of keysOf(value)) add(keyword, value[name], name);
    } else if (isArray(value)) {
      if (holds === 'schema') continue;
      for (const [index, child] of value.entries()) add(keyword, child, String(index));
    } else if (holds !== 'list') {
      add(keyword, value);
    }
  }
  return children;

  function add(keyword: string, child: JsonValue | undefined, name?: string): void {
    // A list of names under `dependencies`, or an invalid schema.
    if (!isJsonObject(child) && typeof child !== 'boolean') return;
    const path = name === undefined ? [keyword] : [keyword, name];
    children.push({ schema: child, parent: site, keyword, path, depth: site.depth + 1 });
  }
}

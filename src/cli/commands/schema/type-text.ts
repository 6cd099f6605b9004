import { compile } from 'json-schema-to-typescript';
import { copyJson, entriesOf, fromEntries, toNumbers } from '../../../json/exact.js';
import { isJsonObject, type JsonValue } from '../../../json/value.js';
import type { Dialect } from '../../../schema/dialect/draft.js';
import { walk } from '../../../schema/dialect/walk.js';

export type TypeText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: string };

/** TypeScript source that declares what a valid schema's values are. Nothing is fetched or read. */
export async function typeText(schema: JsonValue, dialect: Dialect, name: string): Promise<TypeText> {
  const input = withOldTuples(withOrderedKeys(toNumbers(copyJson(schema)), dialect), dialect);
  try {
    const text = await compile(input as Parameters<typeof compile>[0], name, {
      bannerComment: '',
      // prettier is many times the size of everything else here.
      format: false,
      unknownAny: true,
      $refOptions: { resolve: { external: false } },
    });
    return { ok: true, text: escaped(indented(text.replaceAll(MARKED_KEY, '"$1"'))) };
  } catch (error) {
    const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    return { ok: false, reason: line.replace(/\.$/, '') };
  }
}

const KEY_MARK = '__numeric_key_';
const MARKED_KEY = new RegExp(`${KEY_MARK}(\\d+)`, 'g');

/** The generator's objects would put numeric keys first, so these get a mark. The schema is this function's to change. */
function withOrderedKeys(schema: JsonValue, dialect: Dialect): JsonValue {
  for (const { schema: at } of [...walk(schema, dialect)]) {
    if (!isJsonObject(at)) continue;
    const mutable = at as Record<string, JsonValue>;
    const { properties, required } = mutable;
    if (!isJsonObject(properties)) continue;
    mutable['properties'] = fromEntries(entriesOf(properties).map(([key, value]) => [marked(key), value]));
    if (Array.isArray(required)) {
      mutable['required'] = required.map((name) => (typeof name === 'string' ? marked(name) : name));
    }
  }
  return schema;
}

function marked(key: string): string {
  return /^\d+$/.test(key) ? `${KEY_MARK}${key}` : key;
}

/** The generator reads tuples as draft-07 writes them. The schema is this function's to change. */
function withOldTuples(schema: JsonValue, dialect: Dialect): JsonValue {
  for (const { schema: at } of [...walk(schema, dialect)]) {
    const tuple = at as { prefixItems?: JsonValue; items?: JsonValue; additionalItems?: JsonValue };
    if (typeof at !== 'object' || !Array.isArray(tuple.prefixItems)) continue;
    const rest = tuple.items;
    tuple.items = tuple.prefixItems;
    if (rest !== undefined) tuple.additionalItems = rest;
    delete tuple.prefixItems;
  }
  return schema;
}

/** Characters that a terminal acts on, or that show text in another order. */
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** They come in comments and string literals only, where an escape is as good. */
function escaped(text: string): string {
  return text.replace(CONTROLS, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The generator leaves the indentation to prettier. */
function indented(text: string): string {
  let depth = 0;
  let inComment = false;
  const lines = text
    .trim()
    .split('\n')
    .map((line) => {
      const bare = line.trim();
      if (bare.startsWith('/**')) inComment = true;
      if (!inComment && bare.startsWith('}')) depth = Math.max(0, depth - 1);
      const shown =
        bare === '' ? '' : `${'  '.repeat(depth)}${inComment && !bare.startsWith('/**') ? ' ' : ''}${bare}`;
      if (!inComment && bare.endsWith('{')) depth++;
      if (bare.endsWith('*/')) inComment = false;
      return shown;
    });
  return `${lines.join('\n')}\n`;
}

import { isJsonObject, type JsonObject, type JsonValue } from '../../json/value.js';
import { type Dialect, own, refStandsAlone } from './draft.js';
import { ANNOTATION_KEYWORDS } from './keywords.js';
import type { Site } from './site.js';

/** Keywords that can exclude null whatever "type" says. */
const EXCLUDING = [
  '$ref',
  '$dynamicRef',
  '$recursiveRef',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'const',
] as const;

/**
 * What OpenAPI's `nullable: true` means in adapt mode: null, or what the rest of the schema says. Beside "type"
 * alone, it is one more type. Where it would change nothing, it means nothing.
 */
export function nullableMeaning(
  schema: JsonValue,
  dialect: Dialect,
): 'another-type' | 'null-or-rest' | undefined {
  if (!isJsonObject(schema) || own(schema, 'nullable') !== true) return undefined;
  if (refStandsAlone(dialect) && typeof own(schema, '$ref') === 'string') return undefined;
  const excludes = EXCLUDING.some((keyword) => Object.hasOwn(schema, keyword));
  if (!excludes && Object.hasOwn(schema, 'type')) return 'another-type';
  const says = Object.keys(schema).some(
    (keyword) => keyword !== 'nullable' && !ANNOTATION_KEYWORDS.has(keyword),
  );
  return says ? 'null-or-rest' : undefined;
}

/** A schema that is "null, or the rest", in parts. All stand at the place of the schema itself. */
export interface NullableParts {
  /** The annotations, and `nullable`. */
  readonly annotations: Site;
  readonly null: Site;
  readonly rest: Site;
}

const known = new WeakMap<Site, NullableParts>();

/** The parts of a schema whose meaning is `null-or-rest`; always the same for the same place. */
export function nullableParts(site: Site): NullableParts {
  const found = known.get(site);
  if (found !== undefined) return found;
  const at = (schema: JsonValue): Site => ({ ...site, schema, parent: site, path: [] });
  const isAnnotation = (keyword: string): boolean =>
    keyword === 'nullable' || ANNOTATION_KEYWORDS.has(keyword);
  const parts = {
    annotations: at(pick(site.schema as JsonObject, isAnnotation)),
    null: at({ type: 'null' }),
    rest: at(pick(site.schema as JsonObject, (keyword) => !isAnnotation(keyword))),
  };
  known.set(site, parts);
  return parts;
}

function pick(schema: JsonObject, has: (keyword: string) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => has(keyword)));
}

import { pointerTokens } from '../../json/pointer.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/value.js';
import type { SchemaDocument } from './document.js';
import { isArray, own } from './draft.js';
import { refsOf, splitReference } from './references.js';
import type { Site } from './site.js';

const known = new WeakMap<Site, Site | undefined>();

/**
 * What OpenAPI's `discriminator` says of one branch of its `oneOf` or `anyOf`, as a schema: the tag has one of
 * the values that `mapping` gives to the branch, or the name of the schema that the branch refers to. Undefined
 * where it says nothing, or where the branch itself fixes the tag to something else.
 */
export function discriminatorPin(document: SchemaDocument, owner: Site, branch: Site): Site | undefined {
  if (known.has(branch)) return known.get(branch);
  const pin = makePin(document, owner, branch);
  known.set(branch, pin);
  return pin;
}

function makePin(document: SchemaDocument, { schema }: Site, branch: Site): Site | undefined {
  const discriminator = isJsonObject(schema) ? own(schema, 'discriminator') : undefined;
  const ref = isJsonObject(branch.schema) ? own(branch.schema, '$ref') : undefined;
  if (!isJsonObject(discriminator) || typeof ref !== 'string') return undefined;
  const tag = own(discriminator, 'propertyName');
  const name = pointerTokens(splitReference(ref)[1]).at(-1);
  if (typeof tag !== 'string' || name === undefined) return undefined;
  const mapping = own(discriminator, 'mapping');
  const entries = isJsonObject(mapping) ? Object.entries(mapping) : [];
  const mapped = entries.filter(([, to]) => to === ref || to === name).map(([value]) => value);
  const values = mapped.length > 0 ? mapped : [name];
  for (const part of together(document, branch)) {
    const tagSite = document.at(part, ['properties', tag]);
    for (const { schema: said } of tagSite === undefined ? [] : together(document, tagSite)) {
      if (isJsonObject(said) && !values.every((value) => allows(said, value))) return undefined;
    }
  }
  const pin = { type: 'object', properties: { [tag]: { type: 'string', enum: values } }, required: [tag] };
  return { ...branch, schema: pin, parent: branch, path: [] };
}

function allows(schema: JsonObject, value: JsonValue): boolean {
  const list = own(schema, 'enum');
  const only = own(schema, 'const');
  return (only === undefined || only === value) && (!isArray(list) || list.includes(value));
}

/** A schema and all that hold together with it, through references and `allOf`. */
function together(document: SchemaDocument, start: Site): Set<Site> {
  const sites = new Set([start]);
  // The set grows while it is read.
  for (const site of sites) {
    for (const { target } of refsOf(document, site)) if (target.kind === 'found') sites.add(target.site);
    for (const child of document.childrenOf(site)) if (child.keyword === 'allOf') sites.add(child);
  }
  return sites;
}

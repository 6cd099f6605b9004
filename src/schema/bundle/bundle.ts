import type { SchemaEncodeFailure, SchemaUnsupportedFailure } from '../../diagnostics/schema-failures.js';
import { copyJson, entriesOf, fromEntries, jsonText } from '../../json/exact.js';
import { isJsonObject, type JsonValue } from '../../json/value.js';
import { atLeast, own } from '../dialect/draft.js';
import { DEFINITION_KEYWORDS, IDENTIFIER_KEYWORDS } from '../dialect/keywords.js';
import { resolveRef } from '../dialect/references.js';
import { pointerOf, type Site } from '../dialect/site.js';
import { childrenOf } from '../dialect/walk.js';
import type { LoadedSchema } from '../load-schema.js';
import { BundleError, failureOf } from './bundle-error.js';
import { DefinitionNames } from './definition-names.js';
import { type FileOf, type ReferencedFile, resolveFileReference } from './resolve-file-reference.js';

/** Parts may contain each other, and each is copied once per reference. */
const mostCharacters = 64 * 1024 * 1024;

/** A part of a file that a reference leads to, and that becomes a definition. */
interface Part {
  readonly file: ReferencedFile;
  readonly site: Site;
  readonly name: string;
  /** The root's own reference that led here, directly or through other files. */
  readonly via: string;
}

/** A place in a file that a reference leads to. */
export interface Origin {
  readonly file: ReferencedFile;
  readonly pointer: string;
}

export interface Bundled {
  readonly value: JsonValue;
  /** The place that was copied to a place of the bundle; undefined for a place of the root. */
  originOf(pointer: string): Origin | undefined;
}

/**
 * Copies the parts of other files that a schema refers to into its definitions, each under its own name. Everything
 * else stays the same: data that looks like a reference, references that name no file, the order of members.
 *
 * @param fileOf - finds and reads the file of a reference; null where it names none
 */
export async function bundle(
  loaded: LoadedSchema,
  root: ReferencedFile,
  fileOf: FileOf,
): Promise<Bundled | SchemaEncodeFailure | SchemaUnsupportedFailure> {
  const work = new Bundling(root, fileOf);
  try {
    return await work.bundled();
  } catch (error) {
    if (error instanceof BundleError) return failureOf(error, loaded);
    throw error;
  }
}

class Bundling {
  readonly #root: ReferencedFile;
  readonly #fileOf: FileOf;
  readonly #container: '$defs' | 'definitions';
  readonly #names: DefinitionNames;
  readonly #parts = new Map<Site, Part>();
  readonly #queue: Part[] = [];
  #characters = 0;

  constructor(root: ReferencedFile, fileOf: FileOf) {
    this.#root = root;
    this.#fileOf = fileOf;
    this.#container = atLeast(root.document.dialect.draft, '2019-09') ? '$defs' : 'definitions';
    const { schema } = root.document.root;
    const present = isJsonObject(schema) ? own(schema, this.#container) : undefined;
    this.#names = new DefinitionNames(isJsonObject(present) ? Object.keys(present) : []);
  }

  async bundled(): Promise<Bundled> {
    const value = await this.#copy(this.#root, this.#root.document.root, undefined);
    const added: [string, JsonValue][] = [];
    for (let part = this.#queue.shift(); part !== undefined; part = this.#queue.shift()) {
      added.push([part.name, await this.#copy(part.file, part.site, part.via)]);
    }
    const parts = new Map([...this.#parts.values()].map((part) => [part.name, part]));
    const prefix = `/${this.#container}/`;
    return {
      value: this.#withDefinitions(value, added),
      originOf: (pointer) => {
        if (!pointer.startsWith(prefix)) return undefined;
        const [name = '', ...rest] = pointer.slice(prefix.length).split('/');
        const part = parts.get(name);
        if (part === undefined) return undefined;
        const start = pointerOf(part.site);
        return { file: part.file, pointer: [start, ...rest].join('/') };
      },
    };
  }

  #withDefinitions(value: JsonValue, added: readonly (readonly [string, JsonValue])[]): JsonValue {
    if (!isJsonObject(value) || added.length === 0) return value;
    const present = own(value, this.#container);
    const definitions = [...(isJsonObject(present) ? entriesOf(present) : []), ...added];
    return { ...value, [this.#container]: fromEntries(definitions) };
  }

  /** Copies a part and adjusts its references to the bundle. @param via - undefined for the root */
  async #copy(file: ReferencedFile, from: Site, via: string | undefined): Promise<JsonValue> {
    this.#characters += jsonText(from.schema).length;
    if (this.#characters > mostCharacters) throw new BundleError('too_large', via ?? '', '', file.name);
    const copy = copyJson(from.schema);
    const { document } = file;
    const start: Site = { schema: copy, parent: undefined, keyword: '', path: [], depth: 0 };
    const isRoot = via === undefined;
    const copies = partsOf(start, (copied) => childrenOf(copied, document.dialect), isRoot);
    for (const site of partsOf(from, (original) => document.childrenOf(original), isRoot)) {
      const { schema } = copies.next().value ?? start;
      if (!isJsonObject(schema)) continue;
      const changed = schema as Record<string, JsonValue>;
      const ref = own(schema, '$ref');
      if (typeof ref === 'string') {
        const rewritten = await this.#rewritten(file, site, ref, via);
        if (rewritten !== undefined) changed['$ref'] = rewritten;
      }
      if (via !== undefined) detach(changed, file, via);
    }
    return copy;
  }

  /** Returns the reference in the bundle; undefined if it does not change. */
  async #rewritten(
    file: ReferencedFile,
    site: Site,
    ref: string,
    via: string | undefined,
  ): Promise<string | undefined> {
    const isRoot = file === this.#root;
    const { document } = file;
    // Below another `$id`, `#/$defs/…` would lead to another place.
    if (isRoot && document.resourceOf(site).root !== document.root) return undefined;
    if (isRoot && resolveRef(document, site, ref).kind !== 'remote') return undefined;
    const through = via ?? pointerOf(site, '$ref');
    const target = await resolveFileReference({ file, site, ref }, this.#fileOf, through);
    if (target === null) return undefined;
    if (target.file === this.#root) return `#${encodeURI(pointerOf(target.site)).replaceAll('#', '%23')}`;
    return `#/${this.#container}/${this.#nameOf(target.file, target.site, through)}`;
  }

  #nameOf(file: ReferencedFile, site: Site, via: string): string {
    const known = this.#parts.get(site);
    if (known !== undefined) return known.name;
    const part = { file, site, via, name: this.#names.take(site.path.at(-1), file.name) };
    this.#parts.set(site, part);
    this.#queue.push(part);
    return part.name;
  }
}

/** Returns the schemas of a part without its definitions: a definition that is referred to is a part of its own. */
function* partsOf(
  start: Site,
  children: (site: Site) => readonly Site[],
  withDefinitions: boolean,
): Generator<Site> {
  const pending = [start];
  for (let site = pending.pop(); site !== undefined; site = pending.pop()) {
    yield site;
    // Reversed, because the stack returns the last one first.
    for (const child of [...children(site)].reverse()) {
      if (withDefinitions || !DEFINITION_KEYWORDS.has(child.keyword)) pending.push(child);
    }
  }
}

/** Removes from a copied schema what depends on its place. */
function detach(schema: Record<string, JsonValue>, file: ReferencedFile, via: string): void {
  for (const keyword of ['$dynamicRef', '$recursiveRef']) {
    if (Object.hasOwn(schema, keyword)) throw new BundleError('dynamic', via, keyword, file.name);
  }
  // Every reference uses a new name, so the old names would be misleading.
  for (const keyword of [...IDENTIFIER_KEYWORDS, ...DEFINITION_KEYWORDS, '$schema']) delete schema[keyword];
}

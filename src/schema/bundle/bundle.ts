import type { SchemaEncodeFailure, SchemaUnsupportedFailure } from '../../diagnostics/schema-failures.js';
import { copyJson, entriesOf, fromEntries, jsonText } from '../../json/exact.js';
import { isJsonObject, type JsonValue } from '../../json/value.js';
import type { SchemaDocument } from '../dialect/document.js';
import { atLeast, own } from '../dialect/draft.js';
import { DEFINITION_KEYWORDS, IDENTIFIER_KEYWORDS } from '../dialect/keywords.js';
import { resolveRef } from '../dialect/references.js';
import { pointerOf, type Site } from '../dialect/site.js';
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
  /** Places of the root that references lead to; no keyword may hold them. */
  readonly #targets: Site[] = [];
  readonly #adjusted = new Set<Site>();
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
    const { document } = this.#root;
    const value = this.#copyOf(this.#root, document.root, '');
    this.#targets.push(document.root);
    const added: [string, JsonValue][] = [];
    while (this.#targets.length > 0 || this.#queue.length > 0) {
      for (let site = this.#targets.shift(); site !== undefined; site = this.#targets.shift()) {
        await this.#adjustRoot(value, site);
      }
      const part = this.#queue.shift();
      if (part === undefined) continue;
      const copy = this.#copyOf(part.file, part.site, part.via);
      for (const site of partsOf(part.file.document, part.site, false)) {
        await this.#adjust(copy, part.file, site, part.site, part.via);
      }
      added.push([part.name, copy]);
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

  #copyOf(file: ReferencedFile, from: Site, via: string): JsonValue {
    this.#characters += jsonText(from.schema).length;
    if (this.#characters > mostCharacters) throw new BundleError('too_large', via, '', file.name);
    return copyJson(from.schema);
  }

  /** Adjusts a schema of the root and those inside it, each once: they stay in their places. */
  async #adjustRoot(copy: JsonValue, start: Site): Promise<void> {
    const { document } = this.#root;
    for (const site of partsOf(document, start, true)) {
      if (this.#adjusted.has(site)) continue;
      this.#adjusted.add(site);
      await this.#adjust(copy, this.#root, site, document.root, undefined);
    }
  }

  /**
   * Adjusts the reference of a copied schema to the bundle.
   *
   * @param copy - the copy of what is at `from`
   * @param via - undefined for the root
   */
  async #adjust(
    copy: JsonValue,
    file: ReferencedFile,
    site: Site,
    from: Site,
    via: string | undefined,
  ): Promise<void> {
    const copied = valueBelow(copy, site, from);
    if (!isJsonObject(copied)) return;
    const changed = copied as Record<string, JsonValue>;
    const ref = own(copied, '$ref');
    if (typeof ref === 'string') {
      const rewritten = await this.#rewritten(file, site, ref, via);
      if (rewritten !== undefined) changed['$ref'] = rewritten;
    }
    if (via !== undefined) detach(changed, file, via);
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
    if (isRoot) {
      const local = resolveRef(document, site, ref);
      if (local.kind === 'found') this.#targets.push(local.site);
      if (local.kind !== 'remote') return undefined;
    }
    const through = via ?? pointerOf(site, '$ref');
    const target = await resolveFileReference({ file, site, ref }, this.#fileOf, through);
    if (target === null) return undefined;
    if (target.file === this.#root) {
      this.#targets.push(target.site);
      return `#${encodeURI(pointerOf(target.site)).replaceAll('#', '%23')}`;
    }
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
function* partsOf(document: SchemaDocument, start: Site, withDefinitions: boolean): Generator<Site> {
  const pending = [start];
  for (let site = pending.pop(); site !== undefined; site = pending.pop()) {
    yield site;
    for (const child of document.childrenOf(site).toReversed()) {
      if (withDefinitions || !DEFINITION_KEYWORDS.has(child.keyword)) pending.push(child);
    }
  }
}

/** Returns what stands in a copy of `from` where `site` is in the original. */
function valueBelow(copy: JsonValue, site: Site, from: Site): JsonValue | undefined {
  const segments: string[][] = [];
  for (let at: Site | undefined = site; at !== undefined && at !== from; at = at.parent)
    segments.push([...at.path]);
  let value: JsonValue | undefined = copy;
  for (const segment of segments.reverse().flat()) {
    value = Array.isArray(value)
      ? value[Number(segment)]
      : isJsonObject(value)
        ? own(value, segment)
        : undefined;
  }
  return value;
}

/** Removes from a copied schema what depends on its place. */
function detach(schema: Record<string, JsonValue>, file: ReferencedFile, via: string): void {
  for (const keyword of ['$dynamicRef', '$recursiveRef']) {
    if (Object.hasOwn(schema, keyword)) throw new BundleError('dynamic', via, keyword, file.name);
  }
  // Every reference uses a new name, so the old names would be misleading.
  for (const keyword of [...IDENTIFIER_KEYWORDS, ...DEFINITION_KEYWORDS, '$schema']) delete schema[keyword];
}

import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { closest } from '../../codex/options/closest.js';
import { type SchemaEncodeFailure, schemaEncodeFailure } from '../../diagnostics/schema-failures.js';
import { pointerTo, pointerTokens } from '../../json/pointer.js';
import { isJsonObject, type JsonValue } from '../../json/value.js';
import type { SchemaSource } from '../../schema/compiled-schema.js';
import { loadSchema } from '../../schema/load-schema.js';

/** `openapi.yaml#/components/schemas/Order`: a data file, and a JSON Pointer to a part of it. */
const PART = /^(.+\.(?:json|json5|jsonc|ya?ml))#(\/.*)?$/is;

export interface PartName {
  readonly file: string;
  /** RFC 6901, perhaps percent-encoded as in a URI. */
  readonly pointer: string;
}

/** Null if the argument names a whole file. @param path - absolute */
export function partName(argument: string, path: string): PartName | null {
  const [, file, pointer = ''] = PART.exec(argument) ?? [];
  return file === undefined || existsSync(path) ? null : { file, pointer };
}

/** Returns a failure that names the closest part if the document has none at the pointer; else null. */
export function missingPart(source: SchemaSource, { file, pointer }: PartName): SchemaEncodeFailure | null {
  const loaded = loadSchema(source);
  if ('kind' in loaded) return null;
  let value: JsonValue | undefined = loaded.value;
  let found = '';
  for (const token of pointerTokens(decoded(pointer))) {
    const keys: readonly string[] =
      isJsonObject(value) || Array.isArray(value) ? Object.keys(value as object) : [];
    if (!keys.includes(token)) {
      const near = closest(token, keys) ?? keys.find((key) => key.toLowerCase() === token.toLowerCase());
      const hint =
        near === undefined || near === null
          ? `; the closest part is "${found === '' ? '#' : found}"`
          : `; did you mean "${pointerTo(found, near)}"?`;
      const end = hint.endsWith('?') ? '' : '.';
      return schemaEncodeFailure(
        'dangling_ref',
        `The schema ${file} has no part "${decoded(pointer)}"${hint}${end}`,
      );
    }
    value = (value as Record<string, JsonValue>)[token];
    found = pointerTo(found, token);
  }
  return null;
}

/** Returns a schema that only refers to the part; its file stands beside the part's. */
export function referenceTo({ file, pointer }: PartName): SchemaSource {
  const $ref = `./${encodeURIComponent(basename(file))}#${encodeURI(decoded(pointer)).replaceAll('#', '%23')}`;
  return { kind: 'text', format: 'json', text: JSON.stringify({ $ref }), name: `${file}#${pointer}` };
}

/** A part as the root. */
interface Unwrapped {
  readonly value: JsonValue;
  /** The place before of what is now at a pointer. */
  pointerIn(pointer: string): string;
}

/**
 * Puts the part in the place of the reference to it, since a root that only refers cannot be sent in strict mode.
 * References to the part then lead to the root.
 */
export function unwrapped(value: JsonValue): Unwrapped {
  const same = { value, pointerIn: (pointer: string) => pointer };
  if (!isJsonObject(value) || typeof value['$ref'] !== 'string') return same;
  const [, container = '', name = ''] = value['$ref'].split('/');
  const definitions = value[container];
  const part = isJsonObject(definitions) ? definitions[name] : undefined;
  if (!isJsonObject(definitions) || !isJsonObject(part) || container in part) return same;
  const { [name]: _part, ...others } = definitions;
  const root = Object.keys(others).length === 0 ? part : { ...part, [container]: others };
  return {
    value: redirected(root, value['$ref']),
    pointerIn: (pointer) =>
      pointer.startsWith(`/${container}/`) ? pointer : `/${container}/${name}${pointer}`,
  };
}

function redirected(value: JsonValue, from: string): JsonValue {
  if (Array.isArray(value)) return value.map((one) => redirected(one, from));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      key === '$ref' && one === from ? '#' : redirected(one, from),
    ]),
  );
}

function decoded(pointer: string): string {
  try {
    return decodeURIComponent(pointer);
  } catch {
    // A stray `%` stands for itself.
    return pointer;
  }
}

import type { StandardJSONSchemaV1 } from '@standard-schema/spec';
import { pointerTo } from '../json/pointer.js';
import { isObject } from '../json/value.js';

/** A part of a library's schema that JSON has no form for. */
export interface UnrepresentablePart {
  /** In the JSON Schema that the library makes. */
  readonly pointer: string;
  /** What is wrong, and what to write instead: sentences. */
  readonly message: string;
}

/** The keyword that marks such a part. */
const MARK = 'x-not-representable';

type Marked = { readonly [MARK]: string };

const mark = (what: string): Marked => ({ [MARK]: what });

/** Converter options, by library, that mark such parts. arktype's converter would otherwise allow any value there. */
const MARKING: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  zod: { unrepresentable: ({ message }: { message: string }) => mark(message) },
  valibot: {
    errorMode: 'ignore',
    overrideSchema: markErrors,
    overrideAction: markErrors,
  },
  arktype: {
    fallback: {
      date: () => mark('Date cannot be represented in JSON Schema'),
      domain: ({ domain }: { domain: string }) => mark(`${domain} cannot be represented in JSON Schema`),
      proto: ({ proto }: { proto: { name: string } }) =>
        mark(`${proto.name} cannot be represented in JSON Schema`),
    },
  },
};

/** Returns nothing for valibot to keep its own form. */
function markErrors({ errors, jsonSchema }: { errors?: readonly string[]; jsonSchema: object }) {
  return errors === undefined ? undefined : { ...jsonSchema, ...mark(errors.join(' ')) };
}

const REMEDIES: readonly (readonly [RegExp, string])[] = [
  [
    /\bdate\b/i,
    'Use an ISO string (zod: z.iso.datetime(), valibot: v.isoTimestamp(), arktype: "string.date.iso") and convert it with a transform',
  ],
  [/\bbigint\b/i, 'Use a string of digits and convert it with a transform'],
  [/\bmap\b/i, 'Use a record, or an array of keys and values, and convert it with a transform'],
  [/\bset\b/i, 'Use an array and convert it with a transform'],
  [/\bundefined\b/i, 'Use null, or an optional property'],
];

/** Returns the first part of a schema that its library cannot express as JSON Schema, if the library can say so. */
export function findUnrepresentable({
  vendor,
  jsonSchema,
}: StandardJSONSchemaV1.Props): UnrepresentablePart | undefined {
  const libraryOptions = MARKING[vendor];
  if (libraryOptions === undefined) return undefined;
  let marked: unknown;
  try {
    marked = jsonSchema.input({ target: 'draft-2020-12', libraryOptions });
  } catch {
    return undefined; // The conversion without marks fails too, and says why.
  }
  const found = findMark(marked, '');
  if (found === undefined) return undefined;
  const [, remedy = 'Use a part that JSON has, and convert it with a transform'] =
    REMEDIES.find(([pattern]) => pattern.test(found.what)) ?? [];
  return {
    pointer: found.pointer,
    message: `${found.what.replace(/\.$/, '')} (at ${JSON.stringify(found.pointer)}). ${remedy}.`,
  };
}

function findMark(value: unknown, pointer: string): { pointer: string; what: string } | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (isObject(value) && typeof value[MARK] === 'string') return { pointer, what: value[MARK] };
  for (const [name, member] of Object.entries(value)) {
    const found = findMark(member, pointerTo(pointer, name));
    if (found !== undefined) return found;
  }
  return undefined;
}

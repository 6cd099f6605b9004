import type { StandardJSONSchemaV1 } from '@standard-schema/spec';
import { pointerTo } from '../json/pointer.js';
import { isObject } from '../json/value.js';

/** The keyword that marks a part of a schema that JSON has no form for. */
const MARK = 'x-not-representable';

type Marked = { readonly [MARK]: string };

const mark = (what: string): Marked => ({ [MARK]: what });

/** Converter options, by library, that mark such parts. arktype's converter would otherwise allow any value there. */
const MARKING: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  zod: { unrepresentable: ({ message }: { message: string }) => mark(message), override: markEmpty },
  valibot: {
    errorMode: 'ignore',
    overrideSchema: markErrors,
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

/** zod's types without a JSON form. Versions that know no function for `unrepresentable` leave them empty. */
const ZOD_TYPES: ReadonlySet<string> = new Set(
  'bigint symbol undefined void date nan custom function transform map set'.split(' '),
);

function markEmpty({ zodSchema, jsonSchema }: { zodSchema: ZodLike; jsonSchema: object }): void {
  const { type } = zodSchema._zod.def;
  if (ZOD_TYPES.has(type) && Object.keys(jsonSchema).length === 0) {
    Object.assign(jsonSchema, mark(`${type} cannot be represented in JSON Schema`));
  }
}

interface ZodLike {
  readonly _zod: { readonly def: { readonly type: string } };
}

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

/**
 * Returns the JSON Schema of a library's schema, for what goes into it. What only restricts values, such as valibot's
 * `check`, may be left out: the library validates the answer too.
 *
 * @throws NotConvertibleError, or the converter's error, for a schema without a JSON Schema form
 */
export function convertSchema({ vendor, jsonSchema }: StandardJSONSchemaV1.Props): Record<string, unknown> {
  const libraryOptions = MARKING[vendor];
  const schema = jsonSchema.input({
    target: 'draft-2020-12',
    ...(libraryOptions === undefined ? {} : { libraryOptions }),
  });
  const found = findMark(schema, '');
  if (found !== undefined) throw new NotConvertibleError(found.pointer, found.what);
  return schema;
}

/** A part of a library's schema has no JSON form. */
export class NotConvertibleError extends TypeError {
  /** @param pointer - the part, in the JSON Schema that the library makes */
  constructor(
    readonly pointer: string,
    what: string,
  ) {
    const place = pointer === '' ? 'at the root' : `at ${JSON.stringify(pointer)}`;
    const [, remedy = 'Use a type that JSON has, and convert it with a transform'] =
      REMEDIES.find(([pattern]) => pattern.test(what)) ?? [];
    super(`${what.replace(/\.$/, '')} (${place}). ${remedy}.`);
  }
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

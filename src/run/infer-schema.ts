import type { JsonValue } from '../json/value.js';

/**
 * The type of the values that a JSON Schema literal allows. It is never narrower than what the schema allows: a keyword
 * that has no counterpart in types (`not`, `if`, `pattern`, …) is ignored. References to places in the same document are
 * followed, recursive ones too. A property or item whose schema says nothing about types is a {@link JsonValue}; where
 * references lead out of the document, the type is `unknown`.
 */
export type FromSchema<S> = ValueOf<S, S>;

/**
 * @typeParam N - the schema at one place of the document
 * @typeParam Root - the document, which references refer to
 * @typeParam Seen - the references that lead here without a property or an item of a list between them: TypeScript
 *   resolves such types at once, so a cycle of them has to end
 */
type ValueOf<N, Root, Seen extends string = never> = N extends boolean
  ? N extends true
    ? unknown
    : never
  : N extends { readonly nullable: true }
    ? WithReference<N, Root, Seen> | null
    : WithReference<N, Root, Seen>;

/** The type of a property or an item. If its schema says nothing about types, it is any JSON. */
type Slot<N, Root, Seen extends string = never> = N extends true
  ? JsonValue
  : Extract<keyof N, TypeKeyword> extends never
    ? N extends false
      ? never
      : JsonValue
    : ValueOf<N, Root, Seen>;

type TypeKeyword = 'type' | 'enum' | 'const' | '$ref' | 'anyOf' | 'oneOf' | 'allOf';

/** Drafts up to 7 ignore what stands beside `$ref`. */
type WithReference<N, Root, Seen extends string> = N extends { readonly $ref: infer Ref extends string }
  ? Root extends { readonly $schema: `${string}/draft-0${string}` }
    ? Referenced<Ref, Root, Seen>
    : Referenced<Ref, Root, Seen> & WithoutReference<N, Root, Seen>
  : WithoutReference<N, Root, Seen>;

type WithoutReference<N, Root, Seen extends string> = Literal<N, Root, Seen> &
  AnyBranch<N, 'anyOf', Root, Seen> &
  AnyBranch<N, 'oneOf', Root, Seen> &
  (N extends { readonly allOf: infer Branches extends readonly unknown[] }
    ? AllBranches<Branches, Root, Seen>
    : unknown);

type AnyBranch<N, Keyword extends string, Root, Seen extends string> = N extends {
  readonly [K in Keyword]: infer Branches extends readonly unknown[];
}
  ? ValueOf<Branches[number], Root, Seen>
  : unknown;

type AllBranches<Branches extends readonly unknown[], Root, Seen extends string> = Branches extends readonly [
  infer First,
  ...infer Rest,
]
  ? ValueOf<First, Root, Seen> & AllBranches<Rest, Root, Seen>
  : unknown;

type Literal<N, Root, Seen extends string> = N extends { readonly const: infer Value }
  ? Mutable<Value>
  : N extends { readonly enum: readonly (infer Value)[] }
    ? Mutable<Value>
    : N extends { readonly type: infer Type }
      ? string extends Type
        ? unknown
        : Type extends readonly unknown[]
          ? string extends Type[number]
            ? unknown
            : OfType<Type[number], N, Root, Seen>
          : OfType<Type, N, Root, Seen>
      : unknown;

type Mutable<Value> = Value extends object ? { -readonly [K in keyof Value]: Mutable<Value[K]> } : Value;

type OfType<Type, N, Root, Seen extends string> = Type extends 'string'
  ? string
  : Type extends 'number' | 'integer'
    ? number
    : Type extends 'boolean'
      ? boolean
      : Type extends 'null'
        ? null
        : Type extends 'object'
          ? ObjectOf<N, Root>
          : Type extends 'array'
            ? ArrayOf<N, Root, Seen>
            : unknown;

type ObjectOf<N, Root> = Members<PropertiesOf<N>, RequiredOf<N>, Root> & OtherMembers<N, Root>;

type PropertiesOf<N> = N extends { readonly properties: infer Properties extends object }
  ? Properties
  : Record<never, never>;

type RequiredOf<N> = N extends { readonly required: readonly (infer Name)[] } ? Name : never;

type Members<Properties, Required, Root> = Flat<
  {
    -readonly [K in keyof Properties as K extends Required ? K : never]: Slot<Properties[K], Root>;
  } & {
    -readonly [K in keyof Properties as K extends Required ? never : K]?: Slot<Properties[K], Root>;
  } & (string extends Required
      ? Record<never, never>
      : { [K in Exclude<Required, keyof Properties> & string]: JsonValue })
>;

/** One object type, which editors show better than an intersection. */
type Flat<T> = { [K in keyof T]: T[K] } & {};

/** What an object may have beside its properties. */
type OtherMembers<N, Root> = N extends { readonly patternProperties: object }
  ? { [name: string]: JsonValue }
  : N extends { readonly additionalProperties: infer Others }
    ? Others extends false
      ? unknown
      : keyof PropertiesOf<N> extends never
        ? { [name: string]: Slot<Others, Root> }
        : { [name: string]: JsonValue }
    : N extends { readonly unevaluatedProperties: false }
      ? unknown
      : { [name: string]: JsonValue };

type ArrayOf<N, Root, Seen extends string> = N extends {
  readonly prefixItems: infer Prefix extends readonly unknown[];
}
  ? Tuple<Prefix, LeastItems<N>, RestOf<N, 'items', Root>, Root, Seen>
  : N extends { readonly items: infer Items }
    ? Items extends readonly unknown[]
      ? Tuple<Items, LeastItems<N>, RestOf<N, 'additionalItems', Root>, Root, Seen>
      : Slot<Items, Root>[]
    : JsonValue[];

type LeastItems<N> = N extends { readonly minItems: infer Least extends number } ? Least : 0;

type RestOf<N, Keyword extends string, Root> = N extends { readonly [K in Keyword]: infer Rest }
  ? Rest extends false
    ? []
    : Slot<Rest, Root>[]
  : JsonValue[];

/** The items after the first `Least` may be missing. Types of tuples are resolved at once. */
type Tuple<
  Items extends readonly unknown[],
  Least extends number,
  Rest extends readonly unknown[],
  Root,
  Seen extends string,
  Required extends readonly unknown[] = [],
> = Required['length'] extends Least
  ? [...Required, ...Partial<TupleItems<Items, Root, Seen>>, ...Rest]
  : Items extends readonly [infer First, ...infer Others]
    ? Tuple<Others, Least, Rest, Root, Seen, [...Required, Slot<First, Root, Seen>]>
    : [...Required, ...Rest];

type TupleItems<Items extends readonly unknown[], Root, Seen extends string> = Items extends readonly [
  infer First,
  ...infer Others,
]
  ? [Slot<First, Root, Seen>, ...TupleItems<Others, Root, Seen>]
  : [];

type Referenced<Ref extends string, Root, Seen extends string> = Ref extends Seen
  ? unknown
  : Ref extends '#' | '#/'
    ? ValueOf<Root, Root, Seen | Ref>
    : Ref extends `${string}%${string}`
      ? unknown
      : Ref extends `#/${infer Pointer}`
        ? ValueOf<At<Root, Pointer>, Root, Seen | Ref>
        : unknown;

/** The part of a document at a JSON Pointer; `unknown` if there is none. */
type At<N, Pointer extends string> = Pointer extends `${infer First}/${infer Rest}`
  ? At<Member<N, First>, Rest>
  : Member<N, Pointer>;

type Member<N, Token extends string> = Unescaped<Token> extends keyof N ? N[Unescaped<Token>] : unknown;

type Unescaped<Token extends string> = Token extends `${infer Before}~1${infer After}`
  ? `${Unescaped<Before>}/${Unescaped<After>}`
  : Token extends `${infer Before}~0${infer After}`
    ? `${Unescaped<Before>}~${Unescaped<After>}`
    : Token;

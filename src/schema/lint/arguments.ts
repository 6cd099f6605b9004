/** No arguments: the wording says everything. */
type None = Readonly<Record<string, never>>;

interface Keyword {
  readonly keyword: string;
}

/** A few names out of `count`. */
interface Names {
  readonly names: readonly string[];
  readonly count: number;
}

interface Count {
  readonly count: number;
  readonly limit: number;
}

/** What each finding knows beyond its place. Wording is made of this and nothing else. */
export interface FindingArguments {
  readonly additional_properties_missing: None;
  readonly additional_properties_true: None;
  readonly all_of: None;
  readonly boolean_root: { readonly value: boolean };
  readonly boolean_schema: { readonly value: boolean };
  readonly conditional: Keyword;
  readonly contains: Keyword;
  readonly dangling_ref: { readonly ref: string };
  readonly dependents: Keyword;
  readonly format: { readonly format: string };
  readonly map: None;
  readonly missing_items: None;
  /** `type`: what the schema must be, where its other keywords tell. */
  readonly missing_type: { readonly type: string | null; readonly empty: boolean };
  readonly not: None;
  readonly one_of: None;
  readonly pattern_properties: None;
  readonly property_count: Keyword;
  readonly property_names: None;
  readonly ref_constraint: Keyword;
  readonly remote_ref: { readonly ref: string };
  readonly required_missing: Names;
  readonly required_unknown: Names;
  readonly root_ref: None;
  readonly root_type: { readonly found: string | null };
  readonly root_union: Keyword;
  readonly tuple: Keyword;
  readonly unevaluated: Keyword;
  readonly unique_items: None;
  readonly unsafe_integer: { readonly value: number };

  readonly annotation: Keyword;
  readonly content: Keyword;
  readonly default: None;
  readonly definitions: None;
  readonly enum_structure: Keyword;
  readonly enum_types: { readonly types: readonly string[] };
  readonly enum_without_type: { readonly type: string };
  readonly max_length: None;
  readonly nested_definitions: None;
  readonly nested_identifier: Keyword;
  readonly nullable: None;
  readonly pattern_syntax: { readonly syntax: string };
  readonly ref_annotation: Keyword;
  readonly ref_target: { readonly ref: string };
  readonly same_first_key: { readonly key: string };
  readonly title: None;
  readonly unknown_keyword: Keyword;

  readonly limit_depth: Count;
  readonly limit_enum_characters: Count & { readonly values: number };
  readonly limit_enum_values: Count;
  readonly limit_name_characters: Count;
  readonly limit_nesting: { readonly limit: number };
  readonly limit_properties: Count;
}

/** The name of a kind of finding. */
export type FindingCode = keyof FindingArguments;

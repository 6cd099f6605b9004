/** A place in the author's text. Both numbers are 1-based; columns count UTF-16 code units. */
export interface SourcePosition {
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 code units. */
  readonly column: number;
  /** The file, if it is another one that the schema refers to. */
  readonly file?: string;
}

/** A finding about a schema. `line` and `column` are absent if the schema was passed as an object. */
export interface SchemaIssue {
  /** The rule that found it, such as `additional_properties_missing`. */
  readonly code: string;
  /** `error`: all evidence says that it is rejected. `warning`: sources disagree, or there is no evidence. */
  readonly severity: 'error' | 'warning';
  /** RFC 6901 pointer of the keyword, or of the schema. */
  readonly pointer: string;
  /** The line in the text of the schema, from 1. */
  readonly line?: number;
  /** The column in the text of the schema, from 1. */
  readonly column?: number;
  /** The file of the position, if it is another one that the schema refers to. */
  readonly file?: string;
  /** What is wrong, in one sentence. */
  readonly message: string;
  /** What to do about it. */
  readonly hint: string;
}

/** One reason why a value is not valid against the author's schema. */
export interface Violation {
  /** RFC 6901 pointer into the value. */
  readonly pointer: string;
  /** The JSON Schema keyword that rejects it. */
  readonly keyword: string;
  /** RFC 6901 pointer (with `#`) into the schema. */
  readonly schemaPointer: string;
  /** What is wrong, in one sentence that does not contain the value. */
  readonly message: string;
}

/** Returns a violation on one line, with its place once: `/name: must be string.` */
export function describeViolation({ pointer, message }: Violation, root = '(root)'): string {
  const subject = `${JSON.stringify(pointer)} `;
  return `${pointer === '' ? root : pointer}: ${message.startsWith(subject) ? message.slice(subject.length) : message}`;
}

/** A parsed value of any format. Offsets are UTF-16 code units of the author's text. */
export type SourceNode =
  | { readonly kind: 'scalar'; readonly offset: number; readonly json: string }
  | { readonly kind: 'array'; readonly offset: number; items(): Iterable<SourceNode> }
  | { readonly kind: 'object'; readonly offset: number; members(): Iterable<SourceMember> };

export interface SourceMember {
  readonly name: string;
  readonly offset: number;
  readonly value: () => SourceNode;
}

/** The form of a JSON number. */
const jsonNumber = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** Returns the author's digits of a number, if they are valid JSON. */
export function numberText(value: number, written: string): string {
  return jsonNumber.test(written) ? written : JSON.stringify(value);
}

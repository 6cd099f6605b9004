/** A value as a format has it, on its way to JSON. Offsets are UTF-16 code units of the author's text. */
export type SourceNode =
  | { readonly kind: 'scalar'; readonly offset: number; readonly json: string }
  | { readonly kind: 'array'; readonly offset: number; items(): Iterable<SourceNode> }
  | { readonly kind: 'object'; readonly offset: number; members(): Iterable<SourceMember> };

export interface SourceMember {
  readonly name: string;
  readonly offset: number;
  readonly value: () => SourceNode;
}

/** Written as JSON has it, or not at all. */
const jsonNumber = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** A number keeps its author's digits where JSON would take them. */
export function numberText(value: number, written: string): string {
  return jsonNumber.test(written) ? written : JSON.stringify(value);
}

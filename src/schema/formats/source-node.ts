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

/** A whole number in the notations that YAML and JSON5 have besides JSON's. */
const otherInteger = /^([+-]?)(0x[\da-f]+|0o[0-7]+|\d+)$/i;

/** Returns the author's digits of a number, if they are valid JSON. */
export function numberText(value: number, written: string): string {
  const [, sign, digits] = otherInteger.exec(written) ?? [];
  if (digits !== undefined && value !== 0) return `${sign === '-' ? '-' : ''}${BigInt(digits)}`;
  // JSON5 allows "+1", ".5" and "5.".
  const plain = written
    .replace(/^\+/, '')
    .replace(/^(-?)\./, '$10.')
    .replace(/\.(?=$|e)/i, '');
  return jsonNumber.test(plain) ? plain : JSON.stringify(value);
}

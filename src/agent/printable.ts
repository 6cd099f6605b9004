/**
 * What does not show, or has a terminal show something else: controls, the signs that turn the direction of
 * what follows, and those without a width.
 */
const HIDDEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A text on one line, in which nothing can hide from whoever decides about it. */
export function printable(text: string): string {
  return text.replace(HIDDEN, (sign) => SHORT[sign] ?? `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`);
}

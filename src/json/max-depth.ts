/**
 * How deep arrays and objects may be nested in a text that is parsed strictly.
 *
 * `JSON.stringify` overflows Node's default stack (984 KB) between 3,000 and 5,000 levels and a validator
 * compiled from a recursive schema near 6,000; half of the lower one leaves room for callers that are
 * already deep in their own calls.
 */
export const maxDepth = 2000;

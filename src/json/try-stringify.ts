/**
 * Like `JSON.stringify`, for values from outside: returns null if the value is nested deeper than the stack allows
 * (`JSON.parse` goes deeper than `JSON.stringify`). Any other error is a bug here and is thrown.
 */
export function tryStringify(
  value: unknown,
  stringify: (value: unknown) => string | undefined = JSON.stringify,
): string | null {
  try {
    return stringify(value) ?? null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

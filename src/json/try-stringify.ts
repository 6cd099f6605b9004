/**
 * `JSON.stringify` for what somebody else made: null where the value is nested deeper than the stack allows
 * (`JSON.parse` goes deeper than `JSON.stringify`). Whatever else it throws is a bug here, and is thrown.
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

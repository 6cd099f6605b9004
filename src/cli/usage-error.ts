/** Invalid flags or arguments. Exit code 2; nothing was started. */
export class UsageError extends Error {
  override readonly name = 'UsageError';

  /** @param message - what is wrong, and what to write instead */
  constructor(message: string) {
    super(message);
  }
}

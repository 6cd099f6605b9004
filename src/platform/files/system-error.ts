/** Whether an error comes from the system, such as a full disk, as opposed to a bug. */
export function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && 'code' in error;
}

const NAMES: ReadonlySet<string> = new Set(['-', '/dev/stdin', '/dev/fd/0', '/proc/self/fd/0']);

/** Whether an argument means stdin. Opening it by its device name fails where it is a socket, as under Node. */
export function isStdin(argument: string | undefined): boolean {
  return argument !== undefined && NAMES.has(argument);
}

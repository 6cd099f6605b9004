/** What to report for an exhausted system resource, by the system's error code. */
const EXHAUSTED: Readonly<Record<string, string>> = {
  EMFILE: 'this process has too many open files (EMFILE); run fewer at once, or raise the limit (ulimit -n)',
  ENFILE: 'the system has too many open files (ENFILE); run fewer at once',
  EAGAIN:
    'the system has no room for another process (EAGAIN); run fewer at once, or raise the limit (ulimit -u)',
  ENOMEM: 'the system is out of memory (ENOMEM); run fewer at once',
};

/** Returns which resource is exhausted and what to do, to complete a sentence; null for any other code. */
export function outOfResources(code: string | undefined): string | null {
  return code !== undefined && Object.hasOwn(EXHAUSTED, code) ? (EXHAUSTED[code] ?? null) : null;
}

/** Returns the code of an error, or of one of its causes, that reports an exhausted resource; null for any other. */
export function missingResource(error: unknown): string | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    const { code } = at as NodeJS.ErrnoException;
    if (outOfResources(code) !== null) return code ?? null;
  }
  return null;
}

/** {@link outOfResources} for an error or one of its causes. */
export function resourceProblem(error: unknown): string | null {
  return outOfResources(missingResource(error) ?? undefined);
}

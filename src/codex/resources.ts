/** What the system says if it has none of something left. Codes of Node's, of the operating system. */
const MISSING: Readonly<Record<string, string>> = {
  EMFILE: 'this process has too many open files (EMFILE); run fewer at once, or raise the limit (ulimit -n)',
  ENFILE: 'the system has too many open files (ENFILE); run fewer at once',
  EAGAIN:
    'the system has no room for another process (EAGAIN); run fewer at once, or raise the limit (ulimit -u)',
  ENOMEM: 'the system is out of memory (ENOMEM); run fewer at once',
};

/** Which resource is missing, and what to do, to complete a sentence; null for any other error. */
export function outOfResources(code: string | undefined): string | null {
  return code !== undefined && Object.hasOwn(MISSING, code) ? (MISSING[code] ?? null) : null;
}

/** The code of an error that says so, also where it is only the cause of another one; null for any other. */
export function missingResource(error: unknown): string | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    const { code } = at as NodeJS.ErrnoException;
    if (outOfResources(code) !== null) return code ?? null;
  }
  return null;
}

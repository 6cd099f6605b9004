// What a probe found: `yes`, or why not, in a few words.

export const yes = { works: true, note: 'yes' };

export function no(note) {
  return { works: false, note };
}

/** The line of codex's stderr that says most. */
export function lastWords(stderr) {
  const lines = stderr
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const words = lines.find((line) => /error/i.test(line)) ?? lines.at(-1) ?? 'nothing said';
  return words.replace(/^error: /, '').slice(0, 80);
}

/** A turn of `codex exec` that did not do what was asked of it. */
export function failedCall({ code, stderr, timedOut }) {
  if (timedOut) return no('never ended');
  return no(code === 2 ? lastWords(stderr) : `exit ${code}: ${lastWords(stderr)}`);
}

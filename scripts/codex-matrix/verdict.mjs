// What a probe found: whether the feature works, in a word or two for a table, and in codex's own words.

export const yes = { works: true, note: 'yes' };

export function no(note, detail = note) {
  return { works: false, note, detail };
}

/** codex would not do it: nothing ran. */
export function refused(detail) {
  return no('refused', detail);
}

/** The line of codex's stderr that says most. */
export function lastWords(stderr) {
  const lines = stderr
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const words = lines.find((line) => /^error/i.test(line)) ?? lines.at(-1) ?? 'nothing said';
  return words.slice(0, 200);
}

/** A call of `codex exec` that did not do what was asked of it. */
export function failedCall({ code, stderr, timedOut }) {
  if (timedOut) return no('never ends');
  const words = lastWords(stderr);
  return code === 2 ? refused(words) : no('fails', `exit ${code}: ${words}`);
}

/** The release connects to somebody else than the provider that it was given. */
export function dialledOut(targets) {
  return no('dials out', `connects to ${[...new Set(targets)].join(', ')}`);
}

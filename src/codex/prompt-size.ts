/** codex refuses a longer prompt. Counted as codex counts it: in Unicode code points (measured with 0.171.0). */
export const MAX_PROMPT_CHARACTERS = 1_048_576;

/** What is wrong with the size of a prompt, as the end of a sentence; null if nothing is. */
export function promptSizeProblem(prompt: string): string | null {
  const characters = charactersOf(prompt);
  if (characters <= MAX_PROMPT_CHARACTERS) return null;
  return `it has ${characters} characters, and codex takes at most ${MAX_PROMPT_CHARACTERS}`;
}

function charactersOf(text: string): number {
  if (text.length <= MAX_PROMPT_CHARACTERS) return text.length;
  let characters = 0;
  for (const _ of text) characters += 1;
  return characters;
}

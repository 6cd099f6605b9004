/** One fenced block of a Markdown file, with the HTML comment that stands right before it. */
export interface Block {
  readonly language: string;
  readonly text: string;
  /** 1-based line of the fence. */
  readonly line: number;
  /** `<!-- key: value -->` before the block, as key and value. */
  readonly directive: { readonly key: string; readonly value: string } | null;
}

export function blocksOf(markdown: string): Block[] {
  const lines = markdown.split('\n');
  const blocks: Block[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const fence = /^```(\w*)$/.exec(lines[index] ?? '');
    if (fence === null) continue;
    const end = lines.indexOf('```', index + 1);
    const comment = /^<!-- (\w+): (.*) -->$/.exec(lines[index - 1] ?? '');
    blocks.push({
      language: fence[1] ?? '',
      text: lines.slice(index + 1, end).join('\n'),
      line: index + 1,
      directive: comment === null ? null : { key: comment[1] ?? '', value: comment[2] ?? '' },
    });
    index = end;
  }
  return blocks;
}

/** A command of a `console` block, and what it prints on the terminal. */
export interface ConsoleStep {
  readonly command: string;
  readonly output: string;
}

export function consoleSteps(text: string): ConsoleStep[] {
  const steps: { command: string; output: string[] }[] = [];
  for (const line of text.split('\n')) {
    if (line.startsWith('$ ')) steps.push({ command: line.slice(2), output: [] });
    else steps.at(-1)?.output.push(line);
  }
  return steps.map(({ command, output }) => ({
    command,
    output: output.map((line) => `${line}\n`).join(''),
  }));
}

/** Whether what was printed is what is documented; `…` stands for any text within a line. */
export function matches(documented: string, printed: string): boolean {
  const pattern = documented
    .split('…')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*');
  return new RegExp(`^${pattern}$`).test(printed);
}

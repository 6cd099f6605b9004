import { createLogUpdate } from 'log-update';

/** Some lines of a terminal that are drawn again and again in their place. */
export interface LiveBlock {
  draw(lines: readonly string[]): void;
  /** Makes room for other text; the next `draw` begins below that. */
  clear(): void;
  /** Takes the block away, and gives the cursor back. Also done for the cursor on every way out of the process. */
  end(): void;
}

/** A terminal, as far as drawing on it goes. */
export interface BlockScreen {
  write(text: string): void;
  readonly columns: number;
  readonly rows: number;
}

export function openLiveBlock(screen: BlockScreen): LiveBlock {
  // What log-update reads of a stream, with a size also where the terminal says 0.
  const stream = {
    write: (text: string) => screen.write(text),
    get columns() {
      return screen.columns;
    },
    get rows() {
      return screen.rows;
    },
    isTTY: true,
  };
  const update = createLogUpdate(stream as unknown as NodeJS.WritableStream);
  return {
    draw: (lines) => update(lines.join('\n')),
    clear: () => update.clear(),
    end() {
      update.clear();
      update.done();
    },
  };
}

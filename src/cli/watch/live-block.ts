import { createLogUpdate } from 'log-update';

/** Lines of a terminal that are redrawn in place. */
export interface LiveBlock {
  draw(lines: readonly string[]): void;
  /** Clears the block for other text; the next `draw` starts below that. */
  clear(): void;
  /** Removes the block and restores the cursor, which also happens when the process exits. */
  end(): void;
}

/** The part of a terminal that drawing needs. */
export interface BlockScreen {
  write(text: string): void;
  readonly columns: number;
  readonly rows: number;
}

export function openLiveBlock(screen: BlockScreen): LiveBlock {
  // The part of a stream that log-update reads, with a size even if the terminal reports 0.
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

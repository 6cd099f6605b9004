import { watch } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CliBench, type CliOptions, type CliResult } from './cli.js';

const MANY_TURNS = fileURLToPath(new URL('./many-turns-codex.mjs', import.meta.url));

export interface ResultLine {
  readonly id: string;
  readonly index: number;
  readonly inputHash: string;
  readonly shard?: string;
  readonly ok: boolean;
  readonly kind: string;
  readonly message?: string;
  readonly value?: { readonly name: string };
  readonly detail?: { readonly events?: readonly unknown[]; readonly text: string; readonly stderr: string };
}

/** A bench whose codex answers any number of tasks at once, by their prompts: `many-turns-codex.mjs`. */
export class BatchBench extends CliBench {
  constructor() {
    super();
    const script = `#!${process.execPath}\nimport(${JSON.stringify(MANY_TURNS)});\n`;
    this.write('bin/codex', script, 0o755);
  }

  override environment(extra: CliOptions['env'] = {}): Record<string, string | undefined> {
    return super.environment({ FAKE_LOG: this.path('turns'), ...extra });
  }

  /** Writes tasks, one JSON value a line. */
  tasks(name: string, tasks: readonly unknown[]): void {
    this.write(name, tasks.map((task) => `${JSON.stringify(task)}\n`).join(''));
  }

  /** Runs a batch in this process, whose codex is one of its own all the same; `start` is for signals. */
  batch(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
    return this.main(['batch', 's.json', ...args], options);
  }

  /** The prompts of all turns that codex has begun. */
  turns(): string[] {
    return this.has('turns') ? linesOf(this.read('turns')).map((line) => JSON.parse(line) as string) : [];
  }

  results(name: string): ResultLine[] {
    return resultsIn(this.read(name));
  }

  /** Resolves once the file has so many whole lines. */
  untilLines(name: string, count: number): Promise<void> {
    return new Promise((resolve) => {
      const watcher = watch(this.folder, () => look());
      const look = () => {
        if (!this.has(name) || linesOf(this.read(name)).length < count) return;
        watcher.close();
        resolve();
      };
      look();
    });
  }
}

export function resultsIn(text: string): ResultLine[] {
  return linesOf(text).map((line) => JSON.parse(line) as ResultLine);
}

/** Whole lines, without their line feeds. */
export function linesOf(text: string): string[] {
  return text.split('\n').slice(0, -1);
}

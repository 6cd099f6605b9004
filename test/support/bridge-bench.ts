import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { killAllWithMark, MARK_VARIABLE, processesWithMark, untilNoneHasMark } from './process-watch.js';
import { SYSTEM_PATH } from './system-path.js';

export const PROGRAM = fileURLToPath(new URL('../../bin/codex-structured-app-server.js', import.meta.url));
export const WIRE = '{"type":"object","properties":{},"required":[],"additionalProperties":false}';

export interface BridgeEnd {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** A folder with a codex that does what a test says, and the program that stands in for it. */
export class BridgeBench {
  readonly folder = mkdtempSync(join(tmpdir(), 'codex-structured-bridge-'));
  readonly mark = randomUUID();

  path(...names: string[]): string {
    return join(this.folder, ...names);
  }

  /** Puts a shell script somewhere; it leaves a trace of having been started. */
  script(name: string, ...lines: readonly string[]): string {
    mkdirSync(dirname(this.path(name)), { recursive: true });
    writeFileSync(this.path(name), `#!/bin/sh\n: > '${this.path('started')}'\n${lines.join('\n')}\n`, {
      mode: 0o755,
    });
    return this.path(name);
  }

  link(name: string, target: string): string {
    mkdirSync(dirname(this.path(name)), { recursive: true });
    symlinkSync(target, this.path(name));
    return this.path(name);
  }

  codexWasStarted(): boolean {
    return existsSync(this.path('started'));
  }

  environment(extra: Readonly<Record<string, string | undefined>> = {}): NodeJS.ProcessEnv {
    return {
      PATH: [this.path('bin'), ...SYSTEM_PATH].join(delimiter),
      HOME: this.folder,
      CODEX_STRUCTURED_SCHEMA: WIRE,
      [MARK_VARIABLE]: this.mark,
      ...extra,
    };
  }

  start(
    argv: readonly string[] = ['app-server'],
    env: Readonly<Record<string, string | undefined>> = {},
  ): StartedBridge {
    const child = spawn(process.execPath, [PROGRAM, ...argv], {
      cwd: this.folder,
      env: this.environment(env),
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    return new StartedBridge(child);
  }

  /** The processes that the bridge has started. */
  started(bridge: StartedBridge): readonly number[] {
    return processesWithMark(this.mark).filter((pid) => pid !== bridge.child.pid);
  }

  async expectNothingLeft(): Promise<void> {
    await untilNoneHasMark(this.mark);
  }

  close(): void {
    killAllWithMark(this.mark);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export class StartedBridge {
  readonly end: Promise<BridgeEnd>;
  readonly #chunks: Buffer[] = [];
  #stderr = '';

  constructor(readonly child: ChildProcessByStdio<Writable, Readable, Readable>) {
    child.stdin.on('error', () => undefined);
    child.stdout.on('error', () => undefined);
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr += text;
    });
    this.end = new Promise((resolve) => {
      child.once('close', (code, signal) => {
        resolve({ code, signal, stdout: Buffer.concat(this.#chunks), stderr: this.#stderr });
      });
    });
  }

  /** Until then nothing that it says is read. */
  read(): this {
    this.child.stdout.on('data', (chunk: Buffer) => this.#chunks.push(chunk));
    return this;
  }

  get said(): string {
    return Buffer.concat(this.#chunks).toString();
  }

  /** Resolves when it has said so much; `cat` for a codex says what it was told. */
  async hasSaid(text: string): Promise<void> {
    while (!this.said.includes(text)) await new Promise((resolve) => this.child.stdout.once('data', resolve));
  }

  /** The most memory that it ever had, in MiB. */
  peakMemory(): number {
    const status = readFileSync(`/proc/${this.child.pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
  }
}

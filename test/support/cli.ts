import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInProcess, startsNoCodex } from './in-process-cli.js';
import { SYSTEM_PATH } from './system-path.js';

export const CLI = fileURLToPath(new URL('../../bin/codex-structured.js', import.meta.url));

export interface CliResult {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** What is piped in. Absent: `/dev/null`. */
  readonly stdin?: string | Uint8Array;
}

/** What the fake codex does with its one run. */
export interface FakeCodex {
  /** Its stdout: JSONL as text, or events. */
  readonly stream?: string | readonly unknown[];
  readonly exit?: number;
  readonly stderr?: string;
  /** Shell commands between reading stdin and printing. */
  readonly before?: string;
  /** Shell commands after printing. */
  readonly after?: string;
}

export const SCHEMA = {
  type: 'object',
  properties: { name: { type: 'string' } },
  required: ['name'],
  additionalProperties: false,
} as const;

export const STARTED = [{ type: 'thread.started', thread_id: 'thread-1' }, { type: 'turn.started' }] as const;
export const COMPLETED = { type: 'turn.completed', usage: { input_tokens: 1, output_tokens: 1 } } as const;

export function message(text: unknown): object {
  return { type: 'item.completed', item: { id: 'm', type: 'agent_message', text } };
}

/** The stream of a turn that answers with this text. */
export function answering(text: unknown): readonly unknown[] {
  return [...STARTED, message(text), COMPLETED];
}

/** A folder of its own with a schema in it, a codex that plays what it is told, and the built command line. */
export class CliBench {
  readonly folder = mkdtempSync(join(tmpdir(), 'codex-structured-cli-test-'));
  readonly #children = new Set<ChildProcess>();

  constructor() {
    mkdirSync(this.path('bin'));
    mkdirSync(this.path('tmp'));
    this.write('s.json', JSON.stringify(SCHEMA));
    this.codex({ stream: answering('{"name":"Ada"}') });
  }

  path(...names: string[]): string {
    return join(this.folder, ...names);
  }

  write(name: string, content: string | Uint8Array, mode = 0o644): string {
    writeFileSync(this.path(name), content, { mode });
    return this.path(name);
  }

  read(name: string): string {
    return readFileSync(this.path(name), 'utf8');
  }

  has(name: string): boolean {
    return existsSync(this.path(name));
  }

  /** Puts a codex on PATH that records its arguments and stdin, then does this. */
  codex({ stream = '', exit = 0, stderr = '', before = '', after = '' }: FakeCodex): void {
    const text =
      typeof stream === 'string' ? stream : stream.map((event) => `${JSON.stringify(event)}\n`).join('');
    this.write('fake.stdout', text);
    this.write('fake.stderr', stderr);
    const lines = [
      '#!/bin/sh',
      `if [ "$1" = --version ]; then echo 'codex-cli 0.171.0'; exit; fi`,
      `here='${this.folder}'`,
      'printf "%s\\n" "$@" > "$here/argv"',
      'cat > "$here/stdin"',
      before,
      'cat "$here/fake.stderr" >&2',
      'cat "$here/fake.stdout"',
      after,
      `exit ${exit}`,
    ];
    this.write('bin/codex', `${lines.join('\n')}\n`, 0o755);
    chmodSync(this.path('bin/codex'), 0o755);
  }

  /** The arguments that codex got, one by one. */
  argv(): string[] {
    return this.read('argv').split('\n').slice(0, -1);
  }

  /** Whether codex was started at all. */
  codexRan(): boolean {
    return this.has('argv');
  }

  environment(extra: CliOptions['env'] = {}): Record<string, string | undefined> {
    return {
      PATH: [this.path('bin'), ...SYSTEM_PATH].join(delimiter),
      HOME: this.folder,
      TMPDIR: this.path('tmp'),
      ...extra,
    };
  }

  /** Starts the command line; for tests that do something while it runs. */
  start(
    args: readonly string[],
    { env, stdin }: CliOptions & { stdin?: CliOptions['stdin'] | 'open' } = {},
  ): StartedCli {
    const child = spawn(process.execPath, [CLI, ...args], {
      cwd: this.folder,
      env: this.environment(env),
      stdio: [stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
    this.#children.add(child);
    return new StartedCli(child, stdin === 'open' ? undefined : stdin);
  }

  /** Runs the command line: in a process of its own if it may start codex, else in this one. */
  run(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
    return startsNoCodex(args) ? this.main(args, options) : this.start(args, options).result;
  }

  /** Runs the command line in this process; for what ends before codex is started, whatever the command is. */
  main(args: readonly string[], { env, stdin }: CliOptions = {}): Promise<CliResult> {
    return runInProcess(args, { cwd: this.folder, env: this.environment(env), stdin });
  }

  dispose(): void {
    for (const child of this.#children) child.kill('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A command line under way. */
export class StartedCli {
  readonly result: Promise<CliResult>;
  #stdout = '';
  #stderr = '';
  #onStderr: () => void = () => undefined;

  constructor(
    readonly child: ChildProcess,
    stdin: string | Uint8Array | undefined,
  ) {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#stdout += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr += text;
      this.#onStderr();
    });
    // The command line may be through before it has read everything.
    child.stdin?.on('error', () => undefined);
    if (stdin !== undefined) child.stdin?.end(stdin);
    this.result = new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code, signal) => {
        resolve({ code, signal, stdout: this.#stdout, stderr: this.#stderr });
      });
    });
  }

  /** Resolves once stderr holds the text. */
  said(text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = () => {
        if (this.#stderr.includes(text)) resolve();
      };
      this.#onStderr = look;
      look();
      void this.result.then(() => reject(new Error(`ended without saying '${text}': ${this.#stderr}`)));
    });
  }
}

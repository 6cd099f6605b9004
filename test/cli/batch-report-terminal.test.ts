import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BatchBench } from '../support/batch-bench.js';
import { CLI } from '../support/cli.js';

const hasTmux = spawnSync('tmux', ['-V'], { encoding: 'utf8' }).stdout?.startsWith('tmux') === true;
if (!hasTmux) console.warn('batch-report-terminal.test.ts is skipped: there is no tmux here.');

let bench: BatchBench;
let socket: string;
beforeEach(() => {
  bench = new BatchBench();
  socket = bench.path('tmux');
});
afterEach(() => {
  spawnSync('tmux', ['-S', socket, 'kill-server']);
  bench.dispose();
});

function tmux(...args: string[]): string {
  return execFileSync('tmux', ['-S', socket, '-f', '/dev/null', ...args], { encoding: 'utf8' });
}

/** Runs a command line on a terminal of its own, which stays open. */
function onTerminal(
  flags: string,
  { env = {}, columns = 90 }: { env?: Record<string, string>; columns?: number } = {},
) {
  const environment = Object.entries(bench.environment({ COLORTERM: 'truecolor', ...env })).map(
    ([name, value]) => `${name}='${value}'`,
  );
  const line = `env ${environment.join(' ')} '${process.execPath}' '${CLI}' batch s.json tasks.jsonl ${flags}`;
  // The shell must outlive what ends the batch.
  const script = `trap : INT; cd '${bench.folder}' && ${line}; echo "exit $?"; exec cat`;
  tmux('new-session', '-d', '-x', String(columns), '-y', '30', 'sh', '-c', script);
}

/** What is on the screen, without the empty lines at its end. */
function screen(): string {
  return tmux('capture-pane', '-p').trimEnd();
}

/** Bounds a hang, not a slow machine. */
const LOOKS = 2_000;

/** The screen once it shows that. tmux tells nobody when it changes, so it is looked at again and again. */
async function shown(pattern: RegExp): Promise<string> {
  let text = '';
  for (let look = 0; look < LOOKS; look++) {
    text = screen();
    if (pattern.test(text)) return text;
    await wait(50);
  }
  throw new Error(`Not shown: ${pattern}. The screen is:\n${text}`);
}

const cursorIsVisible = () => tmux('display-message', '-p', '#{cursor_flag}').trim() === '1';

describe.runIf(hasTmux)('a batch on a terminal', () => {
  it('shows a block of lines in its place, and at the end a table instead', async () => {
    bench.tasks('tasks.jsonl', [
      'one',
      'two',
      'prose',
      { id: 'stuck', prompt: 'hang' },
      { id: 'too', prompt: 'hang' },
    ]);
    onTerminal('-o results.jsonl');
    const text = await shown(/3\/5 60%/);
    expect(text).toMatch(
      /^. █{12}░{8} 3\/5 60% · .*45 tokens\n {2}2 ok · 1 invalid_json\n {2}2 running: stuck and too$/u,
    );
    expect(cursorIsVisible()).toBe(false);
    tmux('send-keys', 'C-c');
    // A sentence comes above the block, and the block below it again: nothing is torn.
    const stopping = await shown(/codex-structured: SIGINT[^█]*\n. █/u);
    expect(stopping.match(/60%/g)).toHaveLength(1);
    expect(stopping.match(/running: /g)).toHaveLength(1);
    tmux('send-keys', 'C-c');
    const end = await shown(/exit \d+$/);
    expect(end).not.toMatch(/\d running|█|60%/);
    expect(end).toMatch(/\noutcome +tasks +p50 +p95\nok +2 /);
    expect(end).toMatch(/exit 130$/);
    expect(cursorIsVisible()).toBe(true);
  });

  it('keeps out of the way of results that come on the same terminal', async () => {
    bench.tasks('tasks.jsonl', ['one', 'two', 'three', 'four', { id: 'stuck', prompt: 'hang' }]);
    onTerminal('--values -j 2', { env: { FAKE_LATENCY_MS: '400' } });
    const text = await shown(/4\/5 80%/);
    expect(text.match(/running: /g)).toHaveLength(1);
    expect(text.split('\n').slice(0, 4).sort()).toEqual(
      ['four', 'one', 'three', 'two'].map((name) => `{"name":"${name}"}`),
    );
  });

  it('fits a narrow terminal, and one that has no colours', async () => {
    bench.tasks('tasks.jsonl', [{ id: `stuck ${'long '.repeat(30)}`, prompt: 'hang' }, 'one']);
    onTerminal('-o results.jsonl', { columns: 40, env: { NO_COLOR: '1' } });
    const text = await shown(/1\/2 50%/);
    expect(text.split('\n')).toHaveLength(3);
    expect(tmux('capture-pane', '-p', '-e')).not.toMatch(/\x1b\[3[0-9]m/);
  });

  it('gives the cursor back also when it is ended at once', async () => {
    // A codex that does not care that it is to end.
    const version = '[ "$1" = --version ] && echo \'codex-cli 0.171.0\' && exit';
    bench.write('bin/codex', `#!/bin/sh\n${version}\ntrap '' TERM INT\nwhile :; do sleep 1; done\n`, 0o755);
    bench.tasks('tasks.jsonl', [{ id: 'stuck', prompt: 'x' }]);
    onTerminal('-o results.jsonl --report r.html');
    await shown(/running: stuck/);
    tmux('send-keys', 'C-c');
    await shown(/no new tasks/);
    tmux('send-keys', 'C-c');
    await shown(/aborting the running tasks/);
    tmux('send-keys', 'C-c');
    const end = await shown(/exit \d+$/);
    expect(end).toMatch(/exit 130$/);
    // Nothing that looks as if it still went on.
    expect(end).not.toMatch(/\d running|░/u);
    expect(readdirSync(bench.folder).filter((name) => name.includes('r.html'))).toEqual([]);
    expect(cursorIsVisible()).toBe(true);
  });

  it('a dumb terminal gets lines', async () => {
    bench.tasks('tasks.jsonl', ['one']);
    onTerminal('-o results.jsonl', { env: { TERM: 'dumb' } });
    expect(await shown(/exit \d+$/)).toMatch(/^outcome +tasks/);
  });
});

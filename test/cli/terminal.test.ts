import { spawn, spawnSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answering, CLI, CliBench, STARTED } from '../support/cli.js';

/** util-linux's `script` gives a program a terminal; the BSD one has other flags. */
const hasScript =
  spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') === true;
if (!hasScript) console.warn('terminal.test.ts is skipped: there is no util-linux script(1) here.');

let bench: CliBench;
beforeEach(() => {
  bench = new CliBench();
  // The command runs for longer than a tick of the progress line.
  codexWithCommand('sleep 0.5');
});
afterEach(() => bench.dispose());

/** A codex that runs a command until the shell is through with this. */
function codexWithCommand(until: string): void {
  const command = {
    type: 'item.started',
    item: { id: 'c', type: 'command_execution', command: 'npm \x1b[31mtest' },
  };
  bench.codex({
    before: `printf '%s\\n' '${JSON.stringify(STARTED[0])}' '${JSON.stringify(command)}'; ${until}`,
    stream: answering('{"name":"Ada"}'),
  });
}

/** What a terminal gets on both stdout and stderr. */
function onTerminal(line: string, env: Record<string, string> = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('script', ['-qec', line, '/dev/null'], {
      cwd: bench.folder,
      env: { ...bench.environment(env), TERM: 'xterm', SHELL: '/bin/sh' } as NodeJS.ProcessEnv,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (text.includes('running: npm test')) bench.write('shown', '');
    });
    child.on('error', reject).on('close', () => resolve(text));
  });
}

const RUN = `'${process.execPath}' '${CLI}' run s.json x`;

describe.runIf(hasScript)('on a terminal', () => {
  it('a line on stderr says how long it takes and what codex does, and is gone at the end', async () => {
    codexWithCommand('until [ -e "$here/shown" ]; do sleep 0.05; done');
    const text = await onTerminal(`${RUN} > out.txt`);
    expect(text).toMatch(/\r\x1b\[K. \d+s running: npm test/u);
    expect(text.endsWith('\r\x1b[K')).toBe(true);
    expect(text).not.toContain('\n');
    expect(bench.read('out.txt')).toBe('{"name":"Ada"}\n');
  });

  it('there is none with --quiet, nor where stderr is no terminal', async () => {
    expect(await onTerminal(`${RUN} --quiet > out.txt`)).toBe('');
    expect(await onTerminal(`${RUN} 2> err.txt > out.txt`)).toBe('');
    expect(bench.read('err.txt')).toBe('');
  });

  it('failures are coloured, unless NO_COLOR says otherwise', async () => {
    bench.codex({ stream: answering('prose') });
    expect(await onTerminal(`${RUN} --quiet`)).toContain('\x1b[31mcodex-structured:\x1b[39m');
    expect(await onTerminal(`${RUN} --quiet > out.txt`)).toContain('\x1b[31mcodex-structured:\x1b[39m');
    expect(await onTerminal(`${RUN} --quiet`, { NO_COLOR: '1' })).not.toContain('\x1b[');
  });

  it('a prompt is not waited for beside an argument, and one must be given', async () => {
    expect(await onTerminal(`${RUN} --quiet > out.txt`)).toBe('');
    const text = await onTerminal(`'${process.execPath}' '${CLI}' run s.json; echo "exit $?"`);
    expect(text).toContain('No prompt given. Pass it as an argument');
    expect(text).toContain('exit 2');
  });
});

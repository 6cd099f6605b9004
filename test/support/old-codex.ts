import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { CliBench } from './cli.js';

export interface OldCodex {
  /** What `--version` says; absent: nothing, exit code 0. */
  readonly version?: string;
  /** What the user agent of its app server says; default: the version. */
  readonly userAgent?: string;
  /** Lines of the wrapper around it, before and after the version. */
  readonly banner?: boolean;
  /** Members that the message of its app server has beside the usual ones. */
  readonly message?: object;
}

/**
 * Puts a codex of some release on the bench's PATH. It does all that it is asked for and keeps a record: of each
 * turn of `codex exec`, and of each line that its app server gets.
 */
export function putOldCodex(
  bench: CliBench,
  { version, userAgent = version, banner = false, message = {} }: OldCodex,
): void {
  const told = version === undefined ? [] : [`codex-cli ${version}`];
  const lines = banner ? ['Welcome to our wrapper.', ...told, 'Have a nice day.'] : told;
  writeFileSync(
    bench.path('bin', 'codex'),
    [
      '#!/usr/bin/env node',
      `const [settings, folder] = ${JSON.stringify([{ lines, userAgent, message }, bench.folder])};`,
      `(${play.toString()})(settings, folder);`,
      '',
    ].join('\n'),
    { mode: 0o755 },
  );
}

/** What codex was started with, one line a process; the question for its version does not count. */
export function startsOf(bench: CliBench): readonly string[] {
  return linesOf(bench.path('starts'));
}

/** The methods that its app server was asked for. */
export function methodsAsked(bench: CliBench): readonly string[] {
  return linesOf(bench.path('asked')).map((line) => (JSON.parse(line) as { method: string }).method);
}

function linesOf(path: string): readonly string[] {
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : [];
}

/** Runs in the process of the fake: it may use nothing from outside. */
function play(
  settings: { lines: readonly string[]; userAgent?: string; message: object },
  folder: string,
): void {
  const { appendFileSync } = process.getBuiltinModule('node:fs');
  const { connect } = process.getBuiltinModule('node:net');
  const args = process.argv.slice(2);
  if (args[0] === '--version') {
    for (const line of settings.lines) console.log(line);
    return;
  }
  appendFileSync(`${folder}/starts`, `${args.join(' ')}\n`);
  const print = (message: object) => console.log(JSON.stringify(message));
  const proxy = process.env['HTTPS_PROXY'];
  if (proxy !== undefined) {
    // As the releases do that ask OpenAI whatever provider they are given.
    const { hostname, port } = new URL(proxy);
    const socket = connect(Number(port), hostname, () =>
      socket.end('CONNECT api.openai.com:443 HTTP/1.1\r\n\r\n'),
    );
    socket.on('error', () => undefined);
  }
  if (!args.includes('app-server')) {
    process.stdin.resume().on('end', () => {
      print({ type: 'thread.started', thread_id: 't-1' });
      print({ type: 'turn.started' });
      print({ type: 'item.completed', item: { type: 'agent_message', text: '{"name":"Ada"}' } });
      print({ type: 'turn.completed', usage: {} });
    });
    return;
  }
  const item = { type: 'agentMessage', id: 'm-1', text: '{"name":"Ada"}', phase: null, ...settings.message };
  const turn = { id: 'u-1', status: 'completed', items: [item], error: null };
  const ids = { threadId: 't-1', turnId: 'u-1' };
  let rest = '';
  process.stdin.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      appendFileSync(`${folder}/asked`, `${line}\n`);
      const { id, method } = JSON.parse(line) as { id?: number; method: string };
      if (method === 'initialize') {
        const agent = settings.userAgent === undefined ? 'fake' : `fake/${settings.userAgent} (a test)`;
        print({ id, result: { userAgent: agent } });
      } else if (method.startsWith('thread/'))
        print({ id, result: { thread: { id: 't-1', ephemeral: true } } });
      else if (method === 'turn/start') {
        print({ id, result: { turn: { id: 'u-1' } } });
        print({ method: 'item/completed', params: { ...ids, item } });
        print({ method: 'turn/completed', params: { threadId: 't-1', turn } });
      } else if (id !== undefined) print({ id, result: {} });
    }
  });
}

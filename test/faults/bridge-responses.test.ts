import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CliBench, type StartedCli } from '../support/cli.js';

const KEY = 'sk-test-0123456789abcdef';

let bench: CliBench;
let upstream: Server;
beforeEach(async () => {
  bench = new CliBench();
  upstream = createServer((request, response) => {
    request.resume();
    response.end(request.headers.authorization === `Bearer ${KEY}` ? 'with the key' : 'without');
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  bench.dispose();
  upstream.closeAllConnections();
  await new Promise((resolve) => upstream.close(resolve));
});

interface Invitation {
  readonly base_url: string;
  readonly pid: number;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** The bridge, and the one line that it says. */
async function start(stdin?: 'open'): Promise<{ cli: StartedCli; invitation: Invitation }> {
  const address = upstream.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const cli = bench.start(['bridge', 'responses', '--upstream', `http://127.0.0.1:${port}`], {
    env: { OPENAI_API_KEY: KEY, NO_PROXY: 'example.com' },
    ...(stdin === undefined ? {} : { stdin }),
  });
  let said = '';
  while (!said.includes('\n')) {
    said += await new Promise<string>((resolve) => cli.child.stdout?.once('data', resolve));
  }
  return { cli, invitation: JSON.parse(said) };
}

async function ask(url: string, headers: Record<string, string> = {}): Promise<string> {
  return (await fetch(url, { method: 'POST', body: '{}', headers })).text();
}

describe('bridge responses', () => {
  test('says in one line all that another process needs, and no key', async () => {
    const { cli, invitation } = await start('open');
    expect(JSON.stringify(invitation)).not.toContain(KEY);
    expect(invitation).toMatchObject({ pid: cli.child.pid, env: { NO_PROXY: 'example.com,127.0.0.1' } });
    expect(invitation.args[0]).toBe('-c');
    expect(await ask(`${invitation.base_url}/responses`)).toBe('with the key');
    // As codex does it with these arguments and this environment.
    const [, base = ''] = /base_url="([^"]+)"/.exec(invitation.args.join(' ')) ?? [];
    const token = invitation.env['CODEX_STRUCTURED_BRIDGE_TOKEN'] ?? '';
    expect(await ask(`${base}/responses`, { authorization: `Bearer ${token}` })).toBe('with the key');
    expect(invitation.args.join(' ')).not.toContain(token);
    cli.child.stdin?.end();
    const { code, stderr } = await cli.result;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  test.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
    ['SIGHUP', 129],
  ] as const)(
    'ends by %s, also with a connection open, and where there is no stdin',
    async (signal, status) => {
      const { cli, invitation } = await start();
      const { port } = new URL(invitation.base_url);
      const socket = connect(Number(port), '127.0.0.1');
      await new Promise((resolve) => socket.once('connect', resolve));
      const closed = new Promise((resolve) => socket.once('close', resolve));
      socket.on('error', () => undefined);
      cli.child.kill(signal);
      expect(await cli.result).toMatchObject({ code: status, stderr: '' });
      await closed;
      await expect(ask(`${invitation.base_url}/responses`)).rejects.toThrow('fetch failed');
    },
  );

  test.each([
    [[], { OPENAI_API_KEY: undefined }, 'needs the API key in OPENAI_API_KEY, which is not set'],
    [['--key-env', 'MY_KEY'], {}, 'needs the API key in MY_KEY'],
    [[], { OPENAI_API_KEY: 'two\nlines' }, 'contains characters that an API key cannot have'],
    [['--upstream', 'http://api.example.com'], {}, 'would get the key in clear text'],
    [['--upstream', 'https://u:p@api.example.com'], {}, 'must not contain a user name or password'],
    [['--', 'x'], {}, "does not accept arguments after '--'"],
  ])('rejects %j with %j', async (args, env, sentence) => {
    const { code, stdout, stderr } = await bench.run(['bridge', 'responses', ...args], {
      env: { OPENAI_API_KEY: KEY, ...env },
    });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(sentence);
    expect(stderr).not.toContain(KEY);
  });
});

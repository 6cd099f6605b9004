import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CliBench } from '../support/cli.js';
import { ConnectProxy } from '../support/connect-proxy.js';

const KEY = 'sk-test-0123456789abcdef';
const HOST = 'api.upstream.example';

let bench: CliBench;
let folder: string;
let upstream: Server;
let proxy: ConnectProxy;
const certificate = () => join(folder, 'cert.pem');

beforeEach(async () => {
  bench = new CliBench();
  folder = mkdtempSync(join(tmpdir(), 'codex-structured-tls-'));
  const key = join(folder, 'key.pem');
  const subject = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`];
  const self = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  execFileSync('openssl', [...self, ...subject, '-keyout', key, '-out', certificate()], { stdio: 'ignore' });
  upstream = createServer(
    { key: readFileSync(key), cert: readFileSync(certificate()) },
    (request, response) => {
      request.resume();
      response.end(request.headers.authorization === `Bearer ${KEY}` ? 'with the key' : 'without');
    },
  );
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  const address = upstream.address();
  proxy = await ConnectProxy.open(200, typeof address === 'object' ? (address?.port ?? 0) : 0);
});
afterEach(async () => {
  bench.dispose();
  await proxy.close();
  upstream.closeAllConnections();
  await new Promise((resolve) => upstream.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

test('bridge responses goes through the proxy of HTTPS_PROXY, which sees no key', async () => {
  const cli = bench.start(['bridge', 'responses', '--upstream', `https://${HOST}/v1`], {
    env: {
      OPENAI_API_KEY: KEY,
      HTTPS_PROXY: `http://${proxy.address}`,
      NO_PROXY: 'elsewhere.example',
      NODE_EXTRA_CA_CERTS: certificate(),
    },
    stdin: 'open',
  });
  let said = '';
  while (!said.includes('\n')) {
    said += await new Promise<string>((resolve) => cli.child.stdout?.once('data', resolve));
  }
  const { base_url } = JSON.parse(said) as { base_url: string };
  const ask = async () => (await fetch(`${base_url}/responses`, { method: 'POST', body: '{}' })).text();
  // The second one finds the connection of the first.
  expect([await ask(), await ask()]).toEqual(['with the key', 'with the key']);
  expect(proxy.asked).toEqual([{ target: `${HOST}:443`, credentials: undefined }]);
  cli.child.stdin?.end();
  expect(await cli.result).toMatchObject({ code: 0, stderr: '' });
});

test('a proxy that the bridge does not speak is refused at once', async () => {
  const { code, stdout, stderr } = await bench.run(['bridge', 'responses'], {
    env: { OPENAI_API_KEY: KEY, ALL_PROXY: 'socks5://me:secret@proxy.example:1080' },
  });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain('uses socks5, which the bridge does not support');
  expect(stderr).not.toContain('secret');
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RedactedTail } from '../../../src/codex/process/text-tail.js';
import { createLineRedactor } from '../../../src/outcome/redact/line-redactor.js';
import { redactJson } from '../../../src/outcome/redact/redact-json.js';
import { createRedactor } from '../../../src/outcome/redact/redactor.js';
import { ANY_SHAPE, SHAPES, showsPartOf } from '../../support/secret-shapes.js';

const redact = createRedactor({});

describe('secrets that are known by their shape or name', () => {
  it.each(SHAPES.map((shape, index) => [index, shape] as const))('are hidden: shape %i', (_, shape) => {
    fc.assert(
      fc.property(shape, fc.constantFrom('', 'It failed: ', '\n', '"'), ({ secret, text }, before) => {
        const shown = redact(`${before}${text}`);
        expect(showsPartOf(shown, secret), shown).toBe(false);
        expect(shown).toContain('[hidden]');
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    'password=q7Zaaaaaaaaaaaaaaaaaaaaaaaahttps://ghp_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa@github.com/a/b(AKIAAAAAAAAAAAAAAAAA)',
    "curl -H 'api-key: q7Zhunter2Secret9' https://hostpassword=q7Zhunter2Secret9https://ghp_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa@github.com/a/b",
    'aws_secret_access_key = q7Zhunter2Secret9/eyJaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa(AKIAAAAAAAAAAAAAAAAA)',
  ])('are hidden beside another secret that is found first: %s', (text) => {
    const once = redact(text);
    expect(once).not.toContain('q7Z');
    expect(redact(once)).toBe(once);
  });

  it('are hidden once: redacting twice is redacting once', () => {
    const noise = fc.string({ unit: fc.constantFrom(...'a=:"\\ &?/@[]\n-.;%'), maxLength: 12 });
    const pieces = fc.array(
      fc.oneof(
        ANY_SHAPE.map(({ text }) => text),
        noise,
      ),
      { maxLength: 6 },
    );
    const env = { A_TOKEN: 'hunter2-hunter2', B_SECRET: 'hidden]x' };
    fc.assert(
      fc.property(pieces, (texts) => {
        const once = createRedactor(env)(texts.join(''));
        expect(createRedactor(env)(once)).toBe(once);
      }),
      { numRuns: 400 },
    );
  });
});

describe('a secret in an unusual place is hidden', () => {
  it.each([
    'no codex at /work/https:/ada:q7Zhunter2Secret9@host/codex',
    'Incorrect API key provided: q7Zhunter2Secret9.',
    'api key: q7Zhunter2Secret9',
    'DB_PASS=q7Zhunter2Secret9',
    '<server><password>q7Zhunter2Secret9</password></server>',
    'https://host/v1?key=q7Zhunter2Secret9&alt=json',
  ])('%s', (text) => {
    expect(redact(text)).toBe(text.replace(/(?:ada:)?q7Zhunter2Secret9/, '[hidden]'));
  });
});

describe('ordinary text', () => {
  it.each([
    'const token = getToken(); const secret = await read(path); token = process.env.TOKEN',
    'std::token::Token, token := lexer.Next()',
    'https://example.com/list?key=name&sort=asc',
    'https:/a/b:c@2x.png, node:/a:b@c',
    'Incorrect API key provided, api key: missing',
    'a token is missing, and so are the other tokens',
    'usage: 10 tokens, total_tokens: 123456, input_tokens=99999999',
    'apiKey: string must be given; /password: must be string; /token: must match pattern "^[a-z]+$"',
    'Basic information about bearer authentication',
    'Missing bearer or basic authentication in header',
    'commit 3f786850e387550fdab836ed7e6dc881de23001b of thread 0199a213-81c0-7800-8aa1-bbab2a035a53',
    '/home/ada/project/src/token.ts:12:5 and C:\\Users\\ada\\secret\\file.txt',
    'Unexpected token } in JSON at position 5',
    'git@github.com:openai/codex.git and ssh://git@github.com/x and http://127.0.0.1:8080/@scope/pkg',
    'primary_key: identifier99, cache_key=abc12345',
    '{"properties":{"password":{"type":"string"},"token":{"type":"string"}},"required":["password","token"]}',
    'exit code: 137, code=404, error code: invalid_api_key',
    'Missing environment variable: `MY_PROVIDER_KEY`.',
    'Set MY_PROVIDER_KEY, PWD=/work/project and TOKEN_URL=https://auth.example.com/oauth/token',
    'task-based learning, risk-averse behavior, sk-learn',
    'token: $GITHUB_TOKEN, password: <your password>, secret: %KEY%',
    'password: incorrect for user ada',
    'WWW-Authenticate: Bearer realm="api"',
    '"secret": true, "token": null, "password": "required"',
    'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    "run 'printenv OPENAI_API_KEY | codex login --with-api-key'",
    'Unexpected token: identifier',
    "fetch(url, { credentials: 'same-origin' })",
    'rt_mutex_adjust_prio_chain_walk and bearer certificates',
    '\u001b[31mERROR\u001b[0m nothing to hide',
  ])('stays as it is: %s', (text) => {
    expect(redact(text)).toBe(text);
  });
});

describe('secrets of the environment', () => {
  const password = 'p@ss"w/rd+1 é';
  const env = {
    MY_PROVIDER_KEY: 'correct-horse-battery',
    DB_PASSWORD: password,
    GITHUB_TOKEN: 'gh-token-of-the-job',
    PGPASSWORD: 'postgres-pass',
    HTTPS_PROXY: 'http://bob:proxy%21pass@proxy:8080',
    SSH_AUTH_SOCK: '/tmp/ssh-1/agent.1',
    GOOGLE_APPLICATION_CREDENTIALS: '/home/ada/key.json',
    FEATURE_TOKEN: 'enabled',
    MY_CERT_KEY: `-----BEGIN PRIVATE KEY-----\n${'Ab1'.repeat(20)}\n-----END PRIVATE KEY-----\n`,
  };
  const hide = createRedactor(env);

  it.each([
    ['as it is', password],
    ['in JSON', JSON.stringify({ a: password })],
    ['in JSON in JSON', JSON.stringify(JSON.stringify({ a: password }))],
    ['in ASCII JSON', '{"a":"p@ss\\"w/rd+1 \\u00e9"}'],
    ['in a URL', `https://host/${encodeURIComponent(password)}`],
    ['in a form', new URLSearchParams({ a: password }).toString()],
    ['in base64', Buffer.from(password).toString('base64')],
    ['in base64, after one byte', Buffer.from(`u${password}`).toString('base64')],
    ['in base64, after two bytes', Buffer.from(`u:${password}, and more`).toString('base64url')],
    ['of a provider', 'the key correct-horse-battery'],
    ['of a job', 'gh-token-of-the-job'],
    ['of a database', 'postgres-pass'],
    ['of a proxy', 'proxy%21pass or proxy!pass'],
    ['one line of many', `at ${'Ab1'.repeat(20)} x`],
    ['wrapped', 'the key correct-horse\n-battery x'],
    ['cut at the end', 'the key correct-ho…'],
    ['cut at the beginning', 'horse-battery is the key'],
    ['with escapes in it', 'correct-\u001b[1mhorse\u001b[0m-battery'],
  ])('are hidden %s', (_, text) => {
    const shown = hide(text);
    expect(shown).toContain('[hidden]');
    for (const part of ['p@ss', 'orrect-h', 'se-batt', 'gh-token', 'postgres-p', 'proxy', 'Ab1Ab1', 'rd+1'])
      expect(shown).not.toContain(part);
  });

  it('are not found in names of files and in ordinary words', () => {
    const text = '/tmp/ssh-1/agent.1 /home/ada/key.json is enabled';
    expect(hide(text)).toBe(text);
  });

  it('are those of variables that the configuration of codex names, too', () => {
    const config = [
      'model_providers.x={name="x",env_key="COMPANY_LOGIN"}',
      'y.experimental_bearer_token="tok-of-y"',
    ];
    const shown = createRedactor({ COMPANY_LOGIN: 'opensesame' }, config)('opensesame and tok-of-y');
    expect(shown).toBe('[hidden] and [hidden]');
  });
});

describe('a stream of lines', () => {
  it('hides what goes over several of them', () => {
    const hide = createLineRedactor(createRedactor({ A_TOKEN: 'correct-horse-battery' }));
    const lines = [
      '-----BEGIN PRIVATE KEY-----',
      'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC',
      'c2hvcnQ=',
      '-----END PRIVATE KEY----- done',
      'Authorization: Bearer',
      '  abcdefghijkl',
      'a token: correct-h',
      'orse-battery and more',
      'nothing here',
    ];
    expect(lines.map(hide)).toEqual([
      '[hidden]',
      '[hidden]',
      '[hidden]',
      '[hidden] done',
      'Authorization: Bearer',
      '  [hidden]',
      'a token: [hidden]',
      '[hidden] and more',
      'nothing here',
    ]);
  });
});

describe('the tail of a stream', () => {
  it('has no half of a secret where it was cut, wherever that is, in whatever chunks', () => {
    const cases = fc.record({
      planted: ANY_SHAPE,
      after: fc.integer({ min: 0, max: 700 }),
      chunk: fc.integer({ min: 1, max: 97 }),
    });
    fc.assert(
      fc.property(cases, ({ planted, after, chunk }) => {
        const tail = new RedactedTail(512, redact);
        const bytes = Buffer.from(`${'x y\n'.repeat(1500)}${planted.text}\n${'z '.repeat(after / 2)}`);
        for (let at = 0; at < bytes.length; at += chunk) tail.push(bytes.subarray(at, at + chunk));
        const shown = tail.toString();
        expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(512);
        expect(showsPartOf(shown, planted.secret), shown).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  it('from a mark on: the whole lines since then, without a half of a secret', () => {
    const cases = fc.record({ planted: ANY_SHAPE, at: fc.nat(400), chunk: fc.integer({ min: 1, max: 97 }) });
    fc.assert(
      fc.property(cases, ({ planted, at, chunk }) => {
        const tail = new RedactedTail(512, redact);
        const bytes = Buffer.from(`before\n${planted.text}\nafter\n`);
        let mark = 0;
        for (let from = 0; from < bytes.length; from += chunk) {
          if (from <= at) mark = tail.lineStart;
          tail.push(bytes.subarray(from, from + chunk));
        }
        const shown = tail.since(mark);
        expect(showsPartOf(shown, planted.secret), shown).toBe(false);
        expect(shown.endsWith('after\n')).toBe(true);
      }),
      { numRuns: 300 },
    );
    const tail = new RedactedTail(20, redact);
    tail.push(Buffer.from('one\ntw'));
    const mark = tail.lineStart;
    tail.push(Buffer.from([0x6f, 0x0a, 0xff, 0x0a]));
    expect(tail.since(mark)).toBe('two\n\ufffd\n');
    tail.push(Buffer.from('three\n'.repeat(1000)));
    expect(tail.since(mark)).toBe('e\nthree\nthree\nthree\n');
    expect(tail.since(tail.lineStart)).toBe('');
  });

  it('has no half of a secret where memory was cut', () => {
    for (let filler = 4500; filler < 4700; filler += 1) {
      const tail = new RedactedTail(512, redact);
      tail.push(
        Buffer.from(`a password=q7Zabcdefghijklmnop sk-proj-1234567890abcdefghij ${'w '.repeat(filler / 2)}`),
      );
      expect(tail.toString()).not.toMatch(/defghi|567890|\d{4}ab/);
    }
  });
});

describe('values of JSON', () => {
  it('are redacted with their names', () => {
    const value = {
      message: 'no',
      headers: { authorization: 'Bearer x1y2z3', 'x-api-key': 'q' },
      argv: ['--api-key', 'abc', '--model', 'gpt-5'],
      nested: [{ password: 'p' }, 3, null, 'sk-abcdefghijkl'],
    };
    expect(redactJson(value, redact)).toEqual({
      message: 'no',
      headers: { authorization: 'Bearer [hidden]', 'x-api-key': '[hidden]' },
      argv: ['--api-key', '[hidden]', '--model', 'gpt-5'],
      nested: [{ password: '[hidden]' }, 3, null, '[hidden]'],
    });
  });
});

describe('a megabyte', () => {
  it.each([
    ...['a', ' ', 'token="', 'token: ', 'https://', 'https://a:', '&key', 'sk-', 'eyJ', 'eyJa.', 'x\n'],
    ...['-----BEGIN PRIVATE KEY-----\n', '-----END PRIVATE KEY-----\n', 'MIIEabcdefghijklmnop\n', '\\', '"'],
    ...['--token ', 'Bearer ', '\u001b[', '\u001b]', 'password=\\"', '%3A%2F%2F', 'authorization: Digest '],
    ...['correct-horse-batter', 'cookie=a;', '?a', 'Authorization: a', 'a.b-c+', '\\u001b['],
  ])('of %j takes a time that grows with its length', (unit) => {
    const text = unit.repeat(Math.ceil(1_000_000 / unit.length));
    const hide = createRedactor({ A_TOKEN: 'correct-horse-battery' });
    // Some 50 ms; what grew with the square of the length would take minutes, and run into the test's limit.
    expect(hide(text)).not.toBe('');
  });
});

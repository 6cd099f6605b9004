#!/usr/bin/env node
/**
 * A codex that replays the events of a stream (`REPLAY_STREAM`, a file of `codex exec --json`), by the command it is
 * started with: as `codex exec` writes them, or as the notifications with which the app server reports the same turn.
 * Before everything else it writes `REPLAY_PREFIX`, without a line feed.
 */
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const { REPLAY_STREAM = '', REPLAY_PREFIX = '' } = process.env;
const [command] = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
const stream = readFileSync(REPLAY_STREAM, 'utf8');

if (process.argv.includes('--version')) console.log('codex-cli 0.171.0');
else if (process.argv.includes('app-server')) serve();
else if (command === undefined || !process.argv.includes('exec')) throw new Error('Unknown command.');
else {
  process.stdin.resume().on('end', () => {
    process.stdout.write(REPLAY_PREFIX + stream);
    // As codex does after a failed turn.
    process.exitCode = /^\{"type":"turn\.failed"/m.test(stream) ? 1 : 0;
  });
}

function serve() {
  let prefix = REPLAY_PREFIX;
  const say = (message) => {
    process.stdout.write(`${prefix}${JSON.stringify(message)}\n`);
    prefix = '';
  };
  createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method } = JSON.parse(line);
    if (id === undefined) return;
    const results = {
      initialize: { userAgent: 'fake/0.171.0 (a test)' },
      'thread/start': { thread: { id: 't' }, model: 'm' },
      'turn/start': { turn: { id: 'u' } },
    };
    say({ id, result: results[method] ?? {} });
    if (method === 'turn/start') replay(say);
  });
}

function replay(say) {
  const here = { threadId: 't', turnId: 'u' };
  let last = null;
  const notify = (method, params) => say({ method, params: { ...here, ...params } });
  const end = (status, error) => {
    notify('turn/completed', { turn: { id: 'u', status, error, items: last === null ? [] : [last] } });
  };
  for (const event of stream.trim().split('\n').map(JSON.parse)) {
    switch (event.type) {
      case 'thread.started':
      case 'turn.started':
        break;
      case 'error':
        notify('error', {
          error: { message: event.message },
          willRetry: event.message.startsWith('Reconnecting'),
        });
        break;
      case 'turn.completed': {
        const total = camelCase(event.usage);
        notify('thread/tokenUsage/updated', { tokenUsage: { total, last: total } });
        end('completed', null);
        break;
      }
      case 'turn.failed':
        end('failed', event.error);
        break;
      default: {
        if (event.item.type === 'error') {
          notify('warning', { message: event.item.message });
          break;
        }
        const item = camelCase(event.item);
        if (item.type === 'agentMessage' && item.phase !== 'commentary') last = item;
        notify(event.type.replace('.', '/'), { item });
      }
    }
  }
}

/** Names and the values of `type` and `status` as the app server has them. */
function camelCase(value, name) {
  const camel = (text) => text.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
  if (typeof value === 'string') return name === 'type' || name === 'status' ? camel(value) : value;
  if (Array.isArray(value)) return value.map((item) => camelCase(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [camel(key), camelCase(member, key)]),
  );
}

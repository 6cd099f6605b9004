import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from '../json/value.js';

/** codex treats any other id as a thread name, and starts a new thread if there is no such name. */
const THREAD_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** codex only sorts threads by it, so a fixed time is enough. */
const STARTED_AT = '2025-01-01T00:00:00.000Z';

/**
 * Creates a thread with one short turn in a CODEX_HOME, for `resume` and `fork`. The file has codex's rollout format,
 * reduced to what codex-cli 0.171.0 needs.
 */
export async function seedThread(
  codexHome: string,
  { id, cwd }: { readonly id: string; readonly cwd: string },
): Promise<void> {
  if (!THREAD_ID.test(id)) return;
  const folder = join(codexHome, 'sessions', '2025', '01', '01');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = `rollout-2025-01-01T00-00-00-${id.toLowerCase()}.jsonl`;
  const text = rollout(id.toLowerCase(), cwd)
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');
  await writeFile(join(folder, name), text, { mode: 0o600 });
}

function rollout(id: string, cwd: string): JsonObject[] {
  const prompt = 'An earlier prompt that was made up for this rehearsal.';
  const line = (type: string, payload: JsonObject): JsonObject => ({ timestamp: STARTED_AT, type, payload });
  return [
    line('session_meta', {
      id,
      timestamp: STARTED_AT,
      cwd,
      originator: 'codex_exec',
      cli_version: '0.0.0',
      source: 'exec',
      model_provider: 'rehearsal',
    }),
    line('response_item', {
      type: 'message',
      role: 'user',
      content: [{ type: 'input_text', text: prompt }],
    }),
    line('event_msg', { type: 'user_message', message: prompt }),
  ];
}

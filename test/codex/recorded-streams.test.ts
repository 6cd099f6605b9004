import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../src/outcome/outcome.js';
import { decode } from '../../src/run/decode.js';
import { NAME_SCHEMA } from '../support/real-codex.js';

interface Manifest {
  readonly codexVersion: string;
  readonly streams: Record<string, Recorded>;
}

interface Recorded {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stderr: string;
}

const folder = new URL('../fixtures/streams/', import.meta.url);
const manifest: Manifest = JSON.parse(readFileSync(new URL('manifest.json', folder), 'utf8'));

/** What each recording comes to: the kind, and the field that tells its cause. */
const EXPECTED: Record<string, string> = {
  answer: 'ok',
  'answer-then-commentary': 'invalid_json syntax',
  'bad-config': 'process_failed bad_config',
  blank: 'no_structured_output',
  command: 'ok',
  'command-failing': 'ok',
  'commentary-and-command': 'ok',
  'commentary-then-answer': 'ok',
  'content-filter': 'turn_failed refused',
  'context-length': 'turn_failed context_window',
  'cut-always': 'turn_failed stream_lost',
  'cut-once': 'ok',
  empty: 'no_structured_output',
  'empty-prompt': 'process_failed prompt_rejected',
  'file-change': 'ok',
  'file-change-refused': 'ok',
  forbidden: 'turn_failed auth',
  fork: 'ok',
  'fork-missing-thread': 'process_failed session_not_found',
  'mcp-call': 'ok',
  'mcp-call-declined': 'ok',
  'mcp-call-failing': 'ok',
  'not-trusted-directory': 'process_failed not_trusted_directory',
  'output-file-directory-missing': 'process_failed output_file',
  overloaded: 'turn_failed overloaded',
  'prompt-not-utf8': 'process_failed prompt_rejected',
  prose: 'invalid_json syntax',
  'quota-exceeded': 'turn_failed usage_limit',
  'rate-limited': 'turn_failed rate_limit',
  reasoning: 'ok',
  refusal: 'no_structured_output',
  resume: 'ok',
  'resume-last': 'ok',
  'resume-missing-thread': 'process_failed session_not_found',
  'resume-unknown-name': 'ok',
  'schema-file-missing': 'process_failed schema_file_rejected',
  'schema-file-not-json': 'process_failed schema_file_rejected',
  'schema-rejected': 'turn_failed schema_rejected',
  'server-error': 'turn_failed overloaded',
  sighup: 'process_failed signal',
  sigint: 'process_failed unknown',
  sigterm: 'process_failed signal',
  truncated: 'turn_failed truncated',
  'two-parts': 'invalid_json trailing_data',
  unauthorized: 'turn_failed auth',
  unavailable: 'turn_failed overloaded',
  'unknown-flag': 'process_failed bad_argument',
  'unknown-model': 'ok',
  'unknown-tool': 'ok',
  'usage-limit': 'turn_failed usage_limit',
  'web-search': 'ok',
};

const SIGNAL_NUMBERS: Record<string, number> = { SIGHUP: 1, SIGTERM: 15 };

function decodeRecorded(name: string): Promise<Outcome<unknown>> {
  const recorded = manifest.streams[name];
  if (recorded === undefined) throw new Error(`${name} is not in the manifest`);
  return decode(readFileSync(new URL(`${name}.jsonl`, folder)), {
    schema: NAME_SCHEMA,
    exitCode: recorded.exitCode ?? 128 + (SIGNAL_NUMBERS[recorded.signal ?? ''] ?? Number.NaN),
    stderr: recorded.stderr,
  });
}

function summary(outcome: Outcome<unknown>): string {
  switch (outcome.kind) {
    case 'turn_failed':
      return `${outcome.kind} ${outcome.error.code}`;
    case 'process_failed':
      return `${outcome.kind} ${outcome.cause}`;
    case 'invalid_json':
      return `${outcome.kind} ${outcome.reason}`;
    default:
      return outcome.kind;
  }
}

describe('recorded streams', () => {
  it('come from the pinned codex; where this fails, run scripts/record-streams.mjs and look at the diff', () => {
    const pinned: { version: string } = createRequire(import.meta.url)('@openai/codex/package.json');
    expect(manifest.codexVersion).toBe(pinned.version);
  });

  it('are all in the manifest, all on disk, and all expected below', () => {
    const onDisk = readdirSync(folder)
      .filter((file) => file.endsWith('.jsonl'))
      .map((file) => file.replace(/\.jsonl$/, ''));
    expect(onDisk.sort()).toEqual(Object.keys(manifest.streams).sort());
    expect(Object.keys(EXPECTED).sort()).toEqual(Object.keys(manifest.streams).sort());
  });

  it('hold nothing of the machine they were recorded on', () => {
    for (const name of Object.keys(manifest.streams)) {
      const text = readFileSync(new URL(`${name}.jsonl`, folder), 'utf8');
      expect(text).not.toMatch(/codex-structured|127\.0\.0\.1:(?!8080\b)|\/(root|Users|var|tmp)\//);
    }
  });

  it.each(Object.entries(EXPECTED))('%s: %s', async (name, expected) => {
    const outcome = await decodeRecorded(name);
    expect(summary(outcome)).toBe(expected);
    if (outcome.ok) expect(outcome.value).toEqual({ name: 'Ada Lovelace' });
  });

  it.each([
    ['command', { total: 1, failed: 0 }],
    ['command-failing', { total: 1, failed: 1 }],
    ['file-change', { total: 1, failed: 0 }],
    ['mcp-call', { total: 1, failed: 0 }],
    ['mcp-call-failing', { total: 1, failed: 1 }],
    ['mcp-call-declined', { total: 1, failed: 1 }],
    ['web-search', { total: 1, failed: 0 }],
    ['reasoning', { total: 0, failed: 0 }],
  ])('the tool calls of %s are counted', async (name, toolCalls) => {
    const outcome = await decodeRecorded(name);
    expect(outcome).toMatchObject({ detail: { toolCalls } });
  });

  it.each([
    ['cut-once', 'reconnect'],
    ['unknown-model', 'item_error'],
  ])('what did not decide %s is a notice of kind %s', async (name, kind) => {
    const outcome = await decodeRecorded(name);
    expect(outcome).toMatchObject({ ok: true, detail: { notices: [{ kind, count: 1 }] } });
  });

  it('says when a usage limit resets', async () => {
    const outcome = await decodeRecorded('usage-limit');
    expect(outcome).toMatchObject({ error: { resetsAt: expect.stringMatching(/^2027-01-1[45]T/) } });
  });
});

/**
 * What `record-streams.mjs` records: one scenario a file in test/fixtures/streams.
 *
 * `args` come right after `codex exec`. `first` is a script for a turn that runs before, on the same
 * CODEX_HOME; `args` may then be a function of its thread id.
 */
import { importSource } from './import-source.mjs';

const { completed, message, scripts, sequence } = await importSource('src/testing.ts');

const ADA = { name: 'Ada Lovelace' };
const LOOKING = { name: 'looking it up' };
/** 2027-01-15T08:00:00Z */
const RESET = 1_800_000_000;
const PATCH = '*** Begin Patch\n*** Add File: hello.txt\n+hello\n*** End Patch\n';
const MISSING_THREAD = '0199a213-81c0-7800-8aa1-bbab2a035a53';
/** Commands run outside the sandbox, which not every machine has: only ours are run. */
const UNSANDBOXED = ['-c', 'sandbox_mode="danger-full-access"'];

const simple = [
  scripts.answer(ADA),
  scripts.prose(),
  scripts.commentaryThenAnswer(LOOKING, ADA),
  scripts.answerThenCommentary(ADA, 'That is all I found.'),
  scripts.twoParts('{"name":"Ada"}', '{"name":"Grace"}'),
  scripts.refusal(),
  scripts.empty(),
  scripts.blank(),
  scripts.truncated('{"name":"Ada Lov'),
  scripts.contentFilter(),
  scripts.schemaRejected(),
  scripts.unauthorized(),
  scripts.forbidden(),
  scripts.rateLimited(),
  scripts.usageLimit(RESET),
  scripts.serverError(),
  scripts.unavailable(),
  scripts.quotaExceeded(),
  scripts.overloaded(),
  scripts.contextLength(),
  scripts.cutOnce(LOOKING, ADA),
  scripts.cutAlways(LOOKING),
  scripts.unknownTool(ADA),
].map((script) => ({ name: script.name, script }));

const tools = [
  { name: 'command', script: scripts.command('echo hello', ADA), args: UNSANDBOXED },
  { name: 'command-failing', script: scripts.command('echo oops >&2; exit 3', ADA), args: UNSANDBOXED },
  {
    name: 'commentary-and-command',
    script: scripts.commentaryAndCommand(LOOKING, 'ls', ADA),
    args: UNSANDBOXED,
  },
  { name: 'mcp-call', script: scripts.mcpCall('demo', 'echo', { text: 'hi' }, ADA), mcp: true },
  { name: 'mcp-call-failing', script: scripts.mcpCall('demo', 'fail', { text: 'no' }, ADA), mcp: true },
  { name: 'mcp-call-declined', script: scripts.mcpCall('demo', 'change', { text: 'x' }, ADA), mcp: true },
  { name: 'file-change', script: scripts.patch(PATCH, ADA), args: UNSANDBOXED },
  { name: 'file-change-refused', script: scripts.patch(PATCH, ADA) },
  { name: 'reasoning', script: scripts.reasoning('**Reading** the text.', ADA) },
  {
    name: 'web-search',
    script: sequence(
      'web-search',
      completed(
        {
          kind: 'raw',
          item: {
            type: 'web_search_call',
            id: 'ws_0',
            status: 'completed',
            action: { type: 'search', query: 'Ada Lovelace' },
          },
        },
        message(ADA),
      ),
    ),
  },
  { name: 'unknown-model', script: scripts.answer(ADA), args: ['-m', 'no-such-model'] },
];

const threads = [
  { name: 'resume', script: scripts.answer(ADA), first: true, args: (id) => ['resume', id] },
  { name: 'resume-last', script: scripts.answer(ADA), first: true, args: () => ['resume', '--last'] },
  { name: 'fork', script: scripts.answer(ADA), first: true, args: (id) => ['fork', id] },
  { name: 'resume-unknown-name', script: scripts.answer(ADA), args: ['resume', 'no-such-name'] },
];

const signals = [
  { name: 'sigint', script: scripts.hang(), signal: 'SIGINT' },
  { name: 'sigterm', script: scripts.hang(), signal: 'SIGTERM' },
  { name: 'sighup', script: scripts.hang(), signal: 'SIGHUP' },
];

/** codex ends before its first event: the cause is on stderr only. */
const early = [
  { name: 'resume-missing-thread', args: ['resume', MISSING_THREAD] },
  { name: 'fork-missing-thread', args: ['fork', MISSING_THREAD] },
  { name: 'unknown-flag', args: ['--no-such-flag'] },
  { name: 'bad-config', args: ['-c', 'model_reasoning_effort=5'] },
  { name: 'not-trusted-directory', trusted: false },
  { name: 'schema-file-missing', schemaText: null },
  { name: 'schema-file-not-json', schemaText: '{"type":' },
  { name: 'output-file-directory-missing', args: ['-o', 'no-such-directory/answer.json'] },
  { name: 'empty-prompt', prompt: '' },
  { name: 'prompt-not-utf8', prompt: Buffer.from([0x48, 0x69, 0xff, 0xfe, 0x0a]) },
].map((scenario) => ({ script: scripts.answer(ADA), ...scenario }));

export const SCENARIOS = [...simple, ...tools, ...threads, ...signals, ...early];

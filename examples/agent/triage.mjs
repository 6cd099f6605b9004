// An agent that triages a bug report: it looks the report up with a tool of ours, wants to run two commands,
// of which it may run one, and ends in an answer that conforms to a schema.
//
//   node examples/agent/triage.mjs
//
// It runs offline: codex is the real one, but the model is a script (at the end of this file). For a real
// model leave out `...offline`.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, decide, functionTool, UnifiedExec } from 'codex-structured/agent';
import {
  completed,
  message,
  sequence,
  shellCommand,
  startRehearsal,
  toolCall,
} from 'codex-structured/testing';

/** What the answer has to be. Any JSON Schema, or a schema of zod, valibot or arktype. */
const TRIAGE = {
  type: 'object',
  properties: {
    component: { type: 'string', enum: ['parser', 'printer'] },
    severity: { type: 'integer', minimum: 1, maximum: 5 },
    reason: { type: 'string' },
  },
  required: ['component', 'severity', 'reason'],
  additionalProperties: false,
};

/** A tool of ours. codex never runs it: `run` is called here, with arguments that the schema has passed. */
const lookUp = functionTool({
  name: 'look_up_report',
  description: 'The text of a bug report, by its number.',
  inputSchema: {
    type: 'object',
    properties: { number: { type: 'integer', minimum: 1 } },
    required: ['number'],
    additionalProperties: false,
  },
  instructions: 'Read the report with look_up_report before anything else.',
  approve: () => decide.run(),
  run: ({ number }) => ({ number, title: 'Crash on an empty file', since: '2.0' }),
});

const offline = await rehearse();
const workspace = await mkdtemp(join(tmpdir(), 'triage-'));
const agent = new Agent({
  ...offline.options,
  cwd: workspace,
  // What is to be there before codex starts.
  manifest: { files: { 'src/parser.txt': 'if (text === "") throw …\n' } },
  // Commands are codex's own tool. What only reads is let through; everything else waits for us.
  capabilities: [
    new UnifiedExec({
      approve: ({ command }) => (command.startsWith('cat ') ? decide.approve() : undefined),
    }),
  ],
  tools: [lookUp],
});

try {
  const session = await agent.start();
  try {
    const turn = session.runTurn('Triage bug report 7.', { schema: TRIAGE });
    for await (const call of session.toolCalls()) {
      console.log(`Not without us: ${call.describe().replaceAll(workspace, 'the workspace')}`);
      await session.reject(call, 'Nothing may be deleted.');
    }
    const outcome = await turn;
    if (outcome.ok) console.log(outcome.value);
    else console.error(outcome.message);
    process.exitCode = outcome.ok ? 0 : 1;
  } finally {
    await session.close();
  }
} finally {
  await offline.close();
  await rm(workspace, { recursive: true, force: true });
}

/** The real codex against a scripted model on this machine: no key, no network, no tokens. */
async function rehearse() {
  const rehearsal = await startRehearsal({
    wireSchema: TRIAGE,
    validate: () => true,
    script: sequence(
      'triage',
      completed(toolCall('look_up_report', { number: 7 })),
      completed(shellCommand('cat src/parser.txt')),
      completed(shellCommand('rm -r src')),
      completed(message({ component: 'parser', severity: 4, reason: 'An empty text is not handled.' })),
    ),
  });
  return {
    // Without a sandbox it runs in containers, too; a real agent wants one: 'workspace-write'.
    options: {
      env: { ...process.env, ...rehearsal.env },
      config: rehearsal.config,
      sandbox: 'danger-full-access',
    },
    close: () => rehearsal.close(),
  };
}

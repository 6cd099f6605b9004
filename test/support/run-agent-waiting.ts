/**
 * A host program with an agent whose turn waits for a decision, or has a command running: says `waiting` then,
 * and stays. What it runs on comes as JSON: {cwd, codexPath, config, command}.
 */
import { Agent } from '../../src/agent/agent.js';
import { decide } from '../../src/agent/approvals/decision.js';
import { UnifiedExec } from '../../src/agent/tools/capability.js';

const { approve, ...options } = JSON.parse(process.argv[2] ?? '{}');
const capabilities = [new UnifiedExec(approve ? { approve: () => decide.approve() } : {})];
const agent = new Agent({
  ...options,
  capabilities,
  sandbox: 'danger-full-access',
  onToolCall: () => process.stdout.write('waiting\n'),
});
void agent.start().then((task) =>
  task.runTurn('hi', {
    onEvent: ({ type }) => void (approve && type === 'item.started' && process.stdout.write('waiting\n')),
  }),
);

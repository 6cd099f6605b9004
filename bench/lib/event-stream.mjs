import { closeSync, openSync, writeSync } from 'node:fs';

/** The answer at the end of every stream. */
export const ANSWER = '{"answer":42}';

/**
 * Writes a stream of about so many bytes as `codex exec --json` would write for a long turn: half of it the
 * output of commands (one to some hundred kilobytes a line), half of it small events.
 */
export function writeStream(path, bytes) {
  const file = openSync(path, 'w');
  try {
    let written = 0;
    const write = (event) => {
      written += writeSync(file, `${JSON.stringify(event)}\n`);
    };
    write({ type: 'thread.started', thread_id: '0199a213-81c0-7800-8aa1-bbab2a035a53' });
    write({ type: 'turn.started' });
    for (let count = 1; written < bytes; count++) {
      const id = `item_${count}`;
      const before = written;
      const command = `/bin/bash -lc 'npm test -- --shard ${count}'`;
      const started = { id, type: 'command_execution', command, aggregated_output: '', exit_code: null };
      write({ type: 'item.started', item: { ...started, status: 'in_progress' } });
      const aggregated_output = output(1 + ((count * 37) % 400));
      const ended = { exit_code: count % 7 === 0 ? 1 : 0, status: count % 7 === 0 ? 'failed' : 'completed' };
      write({ type: 'item.completed', item: { ...started, aggregated_output, ...ended } });
      const ofOutput = written - before;
      for (let step = 0; written - before < 2 * ofOutput; step++) write(small(id, step));
    }
    write({ type: 'item.completed', item: { id: 'item_0', type: 'agent_message', text: ANSWER } });
    write({ type: 'turn.completed', usage: { input_tokens: 20, cached_input_tokens: 0, output_tokens: 10 } });
  } finally {
    closeSync(file);
  }
}

/** Kilobytes of a test run's log: colours, quotes, paths, a tick that is not ASCII. */
function output(kilobytes) {
  const lines = [];
  for (let length = 0, line = 0; length < kilobytes * 1000; line++) {
    lines.push(
      `\u001b[32m ✓\u001b[39m test/unit/part-${line % 97}/case.test.ts > reads "value ${line}" (${line % 13} ms)`,
    );
    length += lines.at(-1).length;
  }
  return lines.join('\n');
}

function small(id, step) {
  if (step % 3 === 0) {
    const items = [
      { text: 'Read the failing test', completed: true },
      { text: `Change part ${step}`, completed: step % 2 === 0 },
    ];
    return { type: 'item.updated', item: { id, type: 'todo_list', items } };
  }
  if (step % 3 === 1)
    return { type: 'item.completed', item: { id, type: 'reasoning', text: `**Step ${step}**` } };
  return {
    type: 'item.updated',
    item: { id, type: 'agent_message', text: `Looking at part ${step} of the code` },
  };
}

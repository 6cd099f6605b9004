import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  ApplyPatch,
  ExecCommand,
  ReadFile,
  ViewImage,
  WriteStdin,
} from '../../src/agent/tools/builtin-tools.js';
import type { Tool } from '../../src/agent/tools/capability.js';
import { functionTool } from '../../src/agent/tools/function-tool.js';
import { scripts } from '../../src/rehearsal/scripts.js';
import { sessionFor, toolsOffered } from '../support/agent-stage.js';
import { ADA } from '../support/run-on-stage.js';

const weather = functionTool({
  name: 'get_weather',
  description: 'The weather in a city.',
  inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  run: () => 'sunny',
});

/** On models with code mode codex wraps its tools, and adds what reads from MCP servers. */
const WRAPPING = ['exec', 'wait', 'list_mcp_resource_templates', 'list_mcp_resources', 'read_mcp_resource'];

const EXEC = ['exec_command', 'write_stdin'];

const COMBINATIONS: readonly (readonly [string, readonly Tool[], readonly string[]])[] = [
  ['nothing', [], []],
  ['unified exec', [new ExecCommand(), new WriteStdin()], EXEC],
  ['ApplyPatch', [new ApplyPatch()], ['apply_patch']],
  ['ViewImage', [new ViewImage()], ['view_image']],
  ['a function tool', [weather], ['get_weather']],
  [
    'all of them',
    [new ExecCommand(), new WriteStdin(), new ApplyPatch(), new ViewImage(), weather],
    [...EXEC, 'apply_patch', 'view_image', 'get_weather'],
  ],
];

// One with code mode, and one without.
describe.concurrent.each(['gpt-6.2-sol', 'gpt-5.5'])('the tools that %s is offered', (model) => {
  it.for(COMBINATIONS)('are exactly %s', async ([, tools, names], context) => {
    const { stage, session } = await sessionFor(context, scripts.answer(ADA), {
      capabilities: [],
      tools,
      model,
    });
    expect(await session.runTurn('hi')).toMatchObject({ kind: 'ok', value: ADA });
    const offered = toolsOffered(stage.requests()[0]);
    const wrapped = offered.includes('exec') ? WRAPPING : [];
    expect(offered.toSorted()).toEqual([...names, ...wrapped].toSorted());
  });
});

describe.concurrent('the tools of an agent', () => {
  it.for([
    [[new ReadFile()], 'read_file', /no released codex has read_file/],
    [[new ExecCommand()], 'exec_command', /only together/],
    [[new WriteStdin()], 'write_stdin', /only together/],
  ] as const)('cannot be %o: unsupported, with the reason', async ([tools, capability, why], context) => {
    const { stage, session } = await sessionFor(context, scripts.answer(ADA), { capabilities: [], tools });
    const outcome = await session.runTurn('hi');
    expect(outcome).toMatchObject({ kind: 'unsupported', capability, message: expect.stringMatching(why) });
    expect(stage.requests()).toEqual([]);
  });

  it('cannot have apply_patch on a model to which codex does not offer it', async (context) => {
    const { stage, session } = await sessionFor(context, scripts.answer(ADA), {
      capabilities: [],
      tools: [new ApplyPatch()],
      model: 'no-such-model',
    });
    expect(await session.runTurn('hi')).toMatchObject({ kind: 'unsupported', capability: 'apply_patch' });
    expect(stage.requests()).toEqual([]);
  });

  it.for([true, false])(
    'are beside those of the MCP servers of the user, enabled: %s',
    async (enabled, context) => {
      const server = fileURLToPath(new URL('../support/mcp-server.mjs', import.meta.url));
      const table = `{command=${JSON.stringify(process.execPath)},args=[${JSON.stringify(server)}]}`;
      const { stage, session } = await sessionFor(context, scripts.answer(ADA), {
        model: 'gpt-5.5',
        config: [`mcp_servers.demo=${table}`],
        threadConfig: enabled ? {} : { 'mcp_servers.demo.enabled': false },
      });
      expect(await session.runTurn('hi')).toMatchObject({ kind: 'ok' });
      const beside = toolsOffered(stage.requests()[0]).filter((name) => !EXEC.includes(name));
      // It has the model look for the tools themselves.
      const finding = [
        'list_mcp_resource_templates',
        'list_mcp_resources',
        'read_mcp_resource',
        'tool_search',
      ];
      expect(beside.toSorted()).toEqual(enabled ? finding : []);
    },
  );

  it('are the same whatever the configuration of the user says', async (context) => {
    const { stage, session } = await sessionFor(context, scripts.answer(ADA), {
      model: 'gpt-5.5',
      config: ['features.goals=true', 'tools.update_plan.enabled=true'],
      threadConfig: { features: { view_image: true }, web_search: 'live' },
    });
    expect(await session.runTurn('hi')).toMatchObject({ kind: 'ok' });
    expect(toolsOffered(stage.requests()[0]).toSorted()).toEqual(EXEC);
  });
});

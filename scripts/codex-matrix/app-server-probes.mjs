// What the app server of a release can do, found out by doing it: each probe sends what codex-structured sends.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createJiti } from 'jiti';
import { AppServerClient, RequestRefused, ServerExited, Unanswered } from './app-server-client.mjs';
import { SCHEMA } from './provider.mjs';
import { dialledOut, lastWords, no, refused, yes } from './verdict.mjs';

const TOOL = {
  type: 'function',
  name: 'get_weather',
  description: 'The weather in a city.',
  inputSchema: {
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
    additionalProperties: false,
  },
};
/** codex wraps its tools on some models, and adds what reads from MCP servers. */
const WRAPPING = ['exec', 'wait', 'list_mcp_resource_templates', 'list_mcp_resources', 'read_mcp_resource'];
const MARK = 'a-value-that-nothing-else-has';

/** Runs `act` with a client that has shaken hands; what goes wrong is the verdict. */
async function connected(stage, act, args = []) {
  const client = new AppServerClient(stage.start(['app-server', ...args]));
  try {
    await client.initialize();
    return await act(client);
  } catch (error) {
    if (error instanceof RequestRefused) return refused(error.message.slice(0, 200));
    if (error instanceof Unanswered) return no('never ends', error.message);
    if (error instanceof ServerExited) return no('fails', `${error.message}: ${lastWords(client.stderr)}`);
    throw error;
  }
}

async function startThread(stage, client, more = {}) {
  const params = { cwd: stage.path('project'), approvalPolicy: 'never', ...more };
  return (await client.request('thread/start', params)).thread.id;
}

/** One turn to its end. */
async function turn(client, threadId, more = {}) {
  const ended = client.notified('turn/completed');
  const input = [{ type: 'text', text: 'hi', text_elements: [] }];
  await Promise.all([ended, client.request('turn/start', { threadId, input, ...more })]);
  return (await ended).turn;
}

async function schemaTurn(stage, client, threadId, more = {}) {
  const { status, error } = await turn(client, threadId, { outputSchema: SCHEMA, ...more });
  if (status !== 'completed') return no('fails', `turn ${status}: ${error?.message ?? ''}`.slice(0, 200));
  return stage.schemaArrived ? yes : no('not sent', 'schema not sent');
}

function textOf(request) {
  return JSON.stringify(request ?? null);
}

/** Every tool that the model is offered, wherever codex writes it. */
function toolsOffered(request) {
  const lists = [
    request.tools ?? [],
    ...request.input.filter(({ type }) => type === 'additional_tools').map(({ tools }) => tools ?? []),
  ];
  return lists.flat().flatMap(namesOf);
}

function namesOf({ type, name = type, description = '', tools }) {
  if (type === 'namespace') return tools.flatMap(namesOf);
  // With code mode the tools are in the description of the one that runs the code.
  const inner = name === 'exec' ? description.matchAll(/^### `([^`]+)`/gm) : [];
  return [name, ...[...inner].map(([, nested]) => nested)];
}

export const APP_SERVER_PROBES = {
  app_server: (stage) =>
    connected(stage, async (client) => {
      const { status } = await turn(client, await startThread(stage, client));
      return status === 'completed' ? yes : no('fails', `turn ${status}`);
    }),

  app_server_output_schema: (stage) =>
    connected(stage, async (client) => schemaTurn(stage, client, await startThread(stage, client))),

  app_server_ephemeral: (stage) =>
    connected(stage, async (client) => {
      const result = await client.request('thread/start', { cwd: stage.path('project'), ephemeral: true });
      if (result.thread.ephemeral !== true) return no('dropped', 'kept on disk');
      return schemaTurn(stage, client, result.thread.id);
    }),

  async app_server_resume(stage) {
    let threadId = null;
    const first = await connected(stage, async (client) => {
      threadId = await startThread(stage, client);
      await turn(client, threadId);
      client.child.stdin.end();
      return yes;
    });
    if (!first.works) return first;
    return connected(stage, async (client) => {
      await client.request('thread/resume', { threadId, cwd: stage.path('project'), excludeTurns: true });
      return schemaTurn(stage, client, threadId);
    });
  },

  app_server_resume_last: (stage) =>
    connected(stage, async (client) => {
      const older = await startThread(stage, client);
      await turn(client, older);
      const newer = await startThread(stage, client);
      await turn(client, newer);
      // Times are kept in seconds: the older one is made the latest, which tells the order by update from others.
      await new Promise((resolve) => setTimeout(resolve, 1_100));
      await turn(client, older);
      // The latest of all belongs to another folder.
      await turn(client, await startThread(stage, client, { cwd: stage.path('elsewhere') }));
      const { data } = await client.request('thread/list', {
        sourceKinds: ['cli', 'vscode', 'exec', 'appServer', 'unknown'],
        modelProviders: [],
        sortKey: 'updated_at',
        sortDirection: 'desc',
        limit: 1,
        cwd: stage.path('project'),
      });
      if (data.length === 0) return no('lists no thread');
      return data[0].id === older
        ? yes
        : no('another thread', `lists one of ${data[0].id === newer ? 'the same' : 'another'} folder first`);
    }),

  'thread/fork': (stage) =>
    connected(stage, async (client) => {
      const threadId = await startThread(stage, client);
      await turn(client, threadId);
      const { thread } = await client.request('thread/fork', { threadId, excludeTurns: true });
      if (thread.id === threadId) return no('no copy');
      return schemaTurn(stage, client, thread.id);
    }),

  app_server_review: (stage) =>
    connected(stage, async (client) => {
      const cwd = stage.path('project');
      execFileSync('git', ['init', '--quiet'], { cwd });
      writeFileSync(stage.path('project', 'a.txt'), 'a\n');
      const threadId = await startThread(stage, client);
      const ended = client.notified('turn/completed');
      await Promise.all([
        ended,
        client.request('review/start', { threadId, target: { type: 'uncommittedChanges' } }),
      ]);
      return schemaTurn(stage, client, threadId);
    }),

  additional_context: (stage) =>
    connected(stage, async (client) => {
      const threadId = await startThread(stage, client);
      const additionalContext = { note: { value: MARK, kind: 'application' } };
      const verdict = await schemaTurn(stage, client, threadId, { additionalContext });
      if (!verdict.works) return verdict;
      return textOf(stage.requests.at(-1)).includes(MARK) ? yes : no('dropped');
    }),

  app_server_add_dir: (stage) =>
    connected(stage, async (client) => {
      const roots = [stage.path('project'), stage.path('elsewhere')];
      const more = { sandbox: 'workspace-write', runtimeWorkspaceRoots: roots };
      const verdict = await schemaTurn(stage, client, await startThread(stage, client, more));
      if (!verdict.works) return verdict;
      return textOf(stage.requests.at(-1)).includes(stage.path('elsewhere')) ? yes : no('dropped');
    }),

  dynamic_tools: (stage) =>
    connected(stage, async (client) => {
      const threadId = await startThread(stage, client, { dynamicTools: [TOOL] });
      const verdict = await schemaTurn(stage, client, threadId);
      if (!verdict.works) return verdict;
      return toolsOffered(stage.requests.at(-1)).includes(TOOL.name) ? yes : no('dropped');
    }),

  async tool_allowlist(stage) {
    const jiti = createJiti(import.meta.url);
    const { allowlistConfig } = await jiti.import('../../src/agent/tools/allowlist.ts');
    const { writeCatalog } = await jiti.import('../../src/agent/tools/model-catalog.ts');
    const { stdout, code } = await stage.call(['debug', 'models']);
    if (code !== 0) return no('refused', 'prints no models');
    const { models, ...rest } = JSON.parse(stdout);
    const allowed = { shell: false, applyPatch: false, viewImage: false };
    const catalog = await writeCatalog({ models, rest }, stage.folder, allowed);
    return connected(stage, async (client) => {
      const config = allowlistConfig(allowed, catalog);
      const threadId = await startThread(stage, client, { config, dynamicTools: [TOOL] });
      const verdict = await schemaTurn(stage, client, threadId);
      if (!verdict.works) return verdict;
      const offered = toolsOffered(stage.requests.at(-1)).filter((name) => !WRAPPING.includes(name));
      if (!offered.includes(TOOL.name)) return no('dropped', 'own tool not offered');
      const others = offered.filter((name) => name !== TOOL.name);
      return others.length === 0 ? yes : no('more tools', `also offers ${others.join(', ')}`);
    });
  },

  /** With nothing but `-c`, as a rehearsal does it: the provider is asked, and nobody else. */
  async rehearsal_app_server(stage) {
    const act = async (client) => schemaTurn(stage, client, await startThread(stage, client));
    const verdict = await connected(stage, act, stage.overrides);
    return stage.proxy.targets.length === 0 ? verdict : dialledOut(stage.proxy.targets);
  },
};

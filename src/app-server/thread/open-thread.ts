import type { Command } from '../../codex/command.js';
import { fieldsOf, stringOf } from '../../json/fields.js';
import type { UnsupportedFailure } from '../../outcome/outcome.js';
import type * as protocol from '../generated/protocol.js';
import { RpcError } from '../protocol/rpc-error.js';
import type { AppServer } from '../server/server.js';
import { forkThread, NO_THREAD, resumeThread, startThread, threadIdIn } from './thread-requests.js';
import { threadSettings } from './thread-settings.js';

/** The sources of threads that can be resumed: all but codex's own sub-agents. */
const SOURCES: protocol.ThreadSourceKind[] = ['cli', 'vscode', 'exec', 'appServer', 'unknown'];

const UUID = /^(urn:uuid:)?[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}$/i;

/**
 * Starts, resumes or forks the thread of a command, and returns its id.
 *
 * @throws {RpcError} if codex rejects the request, or the thread does not exist
 */
export async function openThread(server: AppServer, command: Command, callerCwd: string): Promise<string> {
  const settings = threadSettings(command.options, callerCwd);
  const { ephemeral } = command.options;
  const temporary = ephemeral === undefined ? {} : { ephemeral };
  switch (command.subcommand) {
    case 'exec':
    case 'review':
      return threadIdIn(await startThread(server, { ...settings, ...temporary }));
    case 'resume': {
      const threadId = await findThread(server, command.session, settings.cwd ?? callerCwd);
      return threadIdIn(await resumeThread(server, { threadId, ...settings, excludeTurns: true }));
    }
    case 'fork': {
      const threadId = await findThread(server, command.session, settings.cwd ?? callerCwd);
      const params = { threadId, ...settings, ...temporary, excludeTurns: true };
      return threadIdIn(await forkThread(server, params));
    }
  }
}

/** Returns the id of the thread with this id or name, or of the latest thread. */
async function findThread(
  server: AppServer,
  session: string | { readonly last: true; readonly all?: boolean },
  cwd: string,
): Promise<string> {
  if (typeof session === 'string') return UUID.test(session) ? session : await findByName(server, session);
  const [latest] = await listThreads(server, { limit: 1, ...(session.all === true ? {} : { cwd }) });
  if (latest === undefined) throw new RpcError(NO_THREAD, 'no thread was found to resume');
  return latest.id;
}

async function findByName(server: AppServer, name: string): Promise<string> {
  const threads = await listThreads(server, { limit: 100, searchTerm: name });
  const found = threads.find((thread) => thread.name === name);
  if (found === undefined) throw new RpcError(NO_THREAD, `no thread found with the id or name '${name}'`);
  return found.id;
}

interface ListedThread {
  readonly id: string;
  readonly name: string | null;
}

async function listThreads(
  server: AppServer,
  filter: Partial<protocol.ThreadListParams>,
): Promise<readonly ListedThread[]> {
  const newestFirst = { sortKey: 'updated_at', sortDirection: 'desc' } as const;
  const result = await server.request('thread/list', {
    sourceKinds: SOURCES,
    modelProviders: [],
    ...newestFirst,
    ...filter,
  });
  const threads: readonly unknown[] = Array.isArray(result['data']) ? result['data'] : [];
  return threads.flatMap((thread) => {
    const fields = fieldsOf(thread);
    const id = stringOf(fields?.['id']);
    return id === null ? [] : [{ id, name: stringOf(fields?.['name']) }];
  });
}

/** Thrown if the caller rejects a thread after codex has opened it. */
export class ThreadRejectedError extends Error {
  override readonly name = 'ThreadRejectedError';

  constructor(readonly failure: UnsupportedFailure) {
    super(failure.message);
  }
}

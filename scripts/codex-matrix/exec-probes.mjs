// What `codex exec` of a release can do, found out by doing it.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { ANSWER } from './provider.mjs';
import { dialledOut, failedCall, no, yes } from './verdict.mjs';

const NO_REPO = '--skip-git-repo-check';

/** One turn without a schema, for others to go on with. @returns the thread's id, or null */
async function firstTurn(stage) {
  const { stdout } = await stage.call(['exec', '--json', NO_REPO, '-'], 'hi');
  return threadIn(stdout);
}

function eventsIn(stdout) {
  return stdout.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line)];
    } catch {
      // A banner, or the end of the stream.
      return [];
    }
  });
}

function threadIn(stdout) {
  return eventsIn(stdout).find(({ type }) => type === 'thread.started')?.thread_id ?? null;
}

/** The turn ended well, answered in today's events, and had the schema in its request. */
function judged(stage, result) {
  if (result.code !== 0 || result.timedOut) return failedCall(result);
  const events = eventsIn(result.stdout);
  if (!events.some(({ type }) => type === 'turn.completed')) return no('other events');
  const answers = events.filter((event) => event.item?.type === 'agent_message');
  if (answers.at(-1)?.item.text !== ANSWER) return no('no answer');
  return stage.schemaArrived ? yes : no('not sent', 'schema not sent');
}

async function schemaTurn(stage, before, after = []) {
  const flags = ['--json', `--output-schema=${stage.path('schema.json')}`, NO_REPO];
  return judged(stage, await stage.call(['exec', ...before, ...flags, ...after, '-'], 'hi'));
}

async function goingOn(stage, act) {
  const thread = await firstTurn(stage);
  if (thread === null) return no('fails', 'no thread to go on with');
  return act(thread);
}

/** One turn with this flag; in a repository, which some of them need. */
function flagTurn(...flags) {
  return (stage) => {
    const cwd = stage.path('project');
    const identity = ['-c', 'user.name=matrix', '-c', 'user.email=matrix@example.com'];
    execFileSync('git', ['init', '--quiet'], { cwd });
    execFileSync('git', [...identity, 'commit', '--quiet', '--allow-empty', '-m', 'x'], { cwd });
    return schemaTurn(stage, flags);
  };
}

export const EXEC_PROBES = {
  exec_output_schema: (stage) => schemaTurn(stage, []),
  resume_output_schema: (stage) => goingOn(stage, (thread) => schemaTurn(stage, ['resume'], ['--', thread])),
  exec_resume_last: (stage) => goingOn(stage, () => schemaTurn(stage, ['resume', '--last'], ['--'])),
  exec_fork: (stage) => goingOn(stage, (thread) => schemaTurn(stage, ['fork'], ['--', thread])),
  '--enable': flagTurn('--enable=web_search_request'),
  '--disable': flagTurn('--disable=web_search_request'),
  '--add-dir': flagTurn('--add-dir=..'),
  '--local-provider': flagTurn('--local-provider=ollama'),
  '--ephemeral': flagTurn('--ephemeral'),
  '--ignore-rules': flagTurn('--ignore-rules'),
  '--ignore-user-config': (stage) => schemaTurn(stage, [...stage.overrides, '--ignore-user-config']),
  '--strict-config': flagTurn('--strict-config'),
  '--dangerously-bypass-hook-trust': flagTurn('--dangerously-bypass-hook-trust'),
  '--approve-for-me': flagTurn('--approve-for-me'),
  '--thread-source': flagTurn('--thread-source=matrix'),
  '--worktree': flagTurn('--worktree'),
  '--cyber-access-program': flagTurn('--cyber-access-program=standard'),
  '--trust': flagTurn('--trust'),
  async exec_review(stage) {
    const cwd = stage.path('project');
    execFileSync('git', ['init', '--quiet'], { cwd });
    writeFileSync(stage.path('project', 'a.txt'), 'a\n');
    const result = await stage.call(['exec', 'review', '--uncommitted', '--json', NO_REPO]);
    const thread = threadIn(result.stdout);
    if (thread === null) return failedCall(result);
    return schemaTurn(stage, ['resume'], ['--', thread]);
  },
  /** With nothing but `-c`, as a rehearsal does it: the provider is asked, and nobody else. */
  async rehearsal_exec(stage) {
    const verdict = await schemaTurn(stage, stage.overrides);
    return stage.proxy.targets.length === 0 ? verdict : dialledOut(stage.proxy.targets);
  },
};

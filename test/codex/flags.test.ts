import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { toArgv } from '../../src/codex/argv.js';
import type { CodexOptions, Command, Subcommand } from '../../src/codex/command.js';
import { CODEX_FLAGS } from '../../src/codex/flags.js';
import { DEFAULT_LIMITS, type TurnObserver } from '../../src/codex/turn-request.js';
import type { TurnEvidence } from '../../src/outcome/evidence.js';
import { scripts } from '../../src/rehearsal/scripts.js';
import { createExecTransport } from '../../src/transports/exec/transport.js';
import { isStartFailure } from '../../src/transports/transport.js';
import { EVERY_OPTION } from '../support/every-option.js';
import { MARK_VARIABLE, processesWithMark, untilNoneHasMark } from '../support/process-watch.js';
import { NAME_SCHEMA, openStage, type Stage } from '../support/real-codex.js';
import { realCodex } from '../support/real-installation.js';

const SUBCOMMANDS: readonly Subcommand[] = ['exec', 'resume', 'fork'];

/** The long and short flags that `codex exec … --help` lists. */
function listedFlags(subcommand: Subcommand): ReadonlySet<string> {
  const args = ['exec', ...(subcommand === 'exec' ? [] : [subcommand]), '--help'];
  const help = execFileSync(realCodex().path, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return new Set(help.match(/^ {2,6}(-\w, )?--[\w-]+/gm)?.flatMap((line) => line.trim().split(', ')));
}

let help: ReadonlyMap<Subcommand, ReadonlySet<string>>;
beforeAll(() => {
  help = new Map(SUBCOMMANDS.map((subcommand) => [subcommand, listedFlags(subcommand)]));
});

describe('every flag that is ever given exists in the real --help', () => {
  test.each(SUBCOMMANDS)('%s', (subcommand) => {
    const session = subcommand === 'resume' ? ({ last: true, all: true } as const) : 's';
    const argv = toArgv({ subcommand, session, prompt: 'p', options: EVERY_OPTION } as Command, {
      schemaPath: '/s',
    });
    const flags = argv.slice(0, argv.indexOf('--')).filter((arg) => arg.startsWith('-'));
    const split = subcommand === 'exec' ? 0 : argv.indexOf(subcommand);
    for (const flag of flags) {
      const owner = argv.indexOf(flag) < split ? 'exec' : subcommand;
      expect(help.get(owner), `${owner} ${flag}`).toContain(flag.split('=', 1)[0]);
    }
  });

  test('the table tells where each flag is known, and its short form', () => {
    for (const { flag, short, place } of CODEX_FLAGS) {
      const listed = SUBCOMMANDS.filter((subcommand) => help.get(subcommand)?.has(flag));
      expect([flag, listed]).toEqual([flag, place === 'exec' ? ['exec'] : SUBCOMMANDS]);
      if (short !== undefined) expect(help.get('exec')).toContain(short);
    }
  });
});

describe('on the real codex', () => {
  let stage: Stage | null = null;
  afterEach(async () => {
    await stage?.close();
    stage = null;
  });

  /** One turn on the stage; `options` are the user's. */
  async function turn(
    on: Stage,
    command: { subcommand: Subcommand; session?: string; options?: CodexOptions },
    more: { signal?: AbortSignal; observe?: Partial<TurnObserver>; env?: Record<string, string> } = {},
  ): Promise<TurnEvidence> {
    const options = on.optionsFor({ skipGitRepoCheck: true, ...command.options });
    const result = await createExecTransport().runTurn({
      command: { session: 's', prompt: 'hi', ...command, options } as Command,
      codex: realCodex(),
      wireSchema: JSON.stringify(NAME_SCHEMA),
      limits: DEFAULT_LIMITS,
      env: { ...on.fullEnv, ...more.env },
      cwd: on.cwd,
      observe: { keepEvents: false, ...more.observe },
      ...(more.signal === undefined ? {} : { signal: more.signal }),
    });
    if (isStartFailure(result)) throw new Error(result.message);
    return result;
  }

  test.each(['resume', 'fork'] as const)('flags of exec before %s hold for it', async (subcommand) => {
    const id = randomUUID();
    stage = await openStage(scripts.answer({ name: 'Ada' }), { thread: { id, cwd: '/' } });
    const [elsewhere, extra] = [join(stage.cwd, 'elsewhere'), join(stage.cwd, 'extra')];
    await Promise.all([mkdir(elsewhere), mkdir(extra)]);
    await writeFile(join(stage.codexHome, 'work.config.toml'), 'sandbox_mode = "workspace-write"\n');
    const options = { cd: elsewhere, addDirs: [extra], profile: 'work' };
    const result = await turn(stage, { subcommand, session: id, options });
    expect(result).toMatchObject({ exitCode: 0, turn: { message: { text: '{"name":"Ada"}' } } });
    const request = JSON.stringify(stage.requests().at(-1));
    expect(request).toContain(`<cwd>${elsewhere}</cwd>`);
    expect(request).toContain(extra);
    expect(request).toContain('workspace-write');
  });

  test.each(['exec', 'resume', 'fork'] as const)(
    'passthrough flags reach codex on %s',
    async (subcommand) => {
      const id = randomUUID();
      stage = await openStage(scripts.answer({ name: 'Ada' }), { thread: { id, cwd: '/' } });
      const file = join(stage.cwd, 'last message.txt');
      const options = { extraArgs: ['-o', file] };
      const result = await turn(stage, { subcommand, session: id, options });
      expect(result.turn.terminal).toEqual({ type: 'turn.completed' });
      expect(await readFile(file, 'utf8')).toBe('{"name":"Ada"}');
    },
  );

  test('a command that the model was running ends when the turn is aborted', async () => {
    stage = await openStage(scripts.command('sleep 600; true', { name: 'Ada' }));
    const mark = randomUUID();
    const abort = new AbortController();
    const options = { sandbox: 'danger-full-access' } as const;
    let running: readonly number[] = [];
    const onEvent: TurnObserver['onEvent'] = ({ type }) => {
      if (type !== 'item.started') return;
      running = processesWithMark(mark);
      abort.abort();
    };
    const env = { [MARK_VARIABLE]: mark };
    const result = await turn(
      stage,
      { subcommand: 'exec', options },
      { signal: abort.signal, observe: { onEvent }, env },
    );
    expect(result).toMatchObject({ stop: { kind: 'aborted' }, turn: { sawWork: true } });
    expect(running.length).toBeGreaterThan(0);
    await untilNoneHasMark(mark);
  });
});

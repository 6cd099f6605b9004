import { execFile, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exitCodeTable } from '../../src/outcome/exit-codes.js';
import { type Provider, startProvider } from '../../src/rehearsal/provider.js';
import type { ResponsesScript } from '../../src/rehearsal/responses-script.js';
import { scripts } from '../../src/rehearsal/scripts.js';
import { CompiledPrograms } from './compiled-programs.js';
import { type Block, blocksOf, consoleSteps, matches } from './readme-blocks.js';

const run = promisify(execFile);
const ROOT = path.join(import.meta.dirname, '../..');
const PAGES = [
  'README.md',
  'docs/cli.md',
  'docs/library.md',
  'docs/app-server.md',
  'docs/batch.md',
  'docs/agent.md',
];

const pages = await Promise.all(
  PAGES.map(async (name) => ({ name, blocks: blocksOf(await readFile(path.join(ROOT, name), 'utf8')) })),
);

/**
 * A working directory as a reader would have it: a git repository with the examples in it, and a codex that
 * is configured (in a CODEX_HOME of its own) for a provider on loopback that answers as the page says.
 */
class Desk {
  private constructor(
    readonly folder: string,
    readonly cwd: string,
    private readonly home: string,
    readonly env: NodeJS.ProcessEnv,
  ) {}

  static async open(): Promise<Desk> {
    const folder = await mkdtemp(path.join(tmpdir(), 'codex-structured-docs-'));
    const [cwd, home, bin] = ['project', 'codex-home', 'bin'].map((name) => path.join(folder, name)) as [
      string,
      string,
      string,
    ];
    await Promise.all([cwd, home, bin].map((dir) => mkdir(dir)));
    await cp(path.join(ROOT, 'schemas/examples'), path.join(cwd, 'schemas/examples'), { recursive: true });
    await run('git', ['init', '--quiet', cwd]);
    await symlink(path.join(ROOT, 'bin/codex-structured.js'), path.join(bin, 'codex-structured'));
    await symlink(path.join(ROOT, 'node_modules/.bin/codex'), path.join(bin, 'codex'));
    const inherited = Object.entries(process.env).filter(([name]) => !/^(CODEX|OPENAI)_/.test(name));
    const env = {
      ...Object.fromEntries(inherited),
      PATH: `${bin}${path.delimiter}${process.env['PATH']}`,
      CODEX_HOME: home,
      README_KEY: 'none',
    };
    return new Desk(folder, cwd, home, env);
  }

  async serve(script: ResponsesScript): Promise<Provider> {
    const provider = await startProvider({ script });
    const config = [
      'model_provider = "readme"',
      'analytics.enabled = false',
      'features.plugins = false',
      'features.apps = false',
      'features.shell_snapshot = false',
      '[model_providers.readme]',
      'name = "readme"',
      `base_url = ${JSON.stringify(provider.baseUrl)}`,
      'env_key = "README_KEY"',
      'wire_api = "responses"',
    ];
    await writeFile(path.join(this.home, 'config.toml'), `${config.join('\n')}\n`);
    this.env['README_KEY'] = provider.apiKey;
    return provider;
  }

  async close(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** A shell that is told one line after the other, as a reader types them, so that `$?` works. */
async function typeInto(desk: Desk, commands: readonly string[]): Promise<string[]> {
  const shell = spawn('bash', ['--noprofile', '--norc'], {
    cwd: desk.cwd,
    env: desk.env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const marker = '--- next ---';
  const script = commands
    .map((line) => `{ ${line}\n} 2>&1 </dev/null; s=$?; echo '${marker}'; (exit $s)`)
    .join('\n');
  shell.stdin.end(`exec 2>&1\n${script}\n`);
  let printed = '';
  for await (const chunk of shell.stdout.setEncoding('utf8')) printed += chunk;
  return printed.split(`${marker}\n`).slice(0, commands.length);
}

function scriptFor(block: Block): ResponsesScript {
  if (block.directive?.key === 'script') return scripts.prose();
  return scripts.answer(block.directive?.key === 'answer' ? block.directive.value : '{}');
}

let compiled: CompiledPrograms;
beforeAll(async () => {
  const programs = pages.flatMap(({ name, blocks }) =>
    programsIn(blocks).map((block) => [programName(name, block), block.text] as const),
  );
  compiled = await CompiledPrograms.of(new Map(programs));
});
afterAll(() => compiled.remove());

function programsIn(blocks: readonly Block[]): Block[] {
  return blocks.filter(({ language }) => language === 'ts');
}

function programName(page: string, { line }: Block): string {
  return `${path.basename(page, '.md')}-${line}`;
}

describe.each(pages)('$name', ({ name, blocks }) => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await Desk.open();
  });
  afterAll(() => desk.close());

  const consoles = blocks.filter(({ language }) => language === 'console');
  it.each(consoles.map((block) => [block.line, block] as const))(
    'shows what the commands at line %i print',
    async (_, block) => {
      const provider = await desk.serve(scriptFor(block));
      try {
        if (block.directive?.key === 'events') {
          await writeFile(path.join(desk.cwd, 'events.jsonl'), eventsOf(block.directive.value));
        }
        const steps = consoleSteps(block.text);
        expect(steps.length).toBeGreaterThan(0);
        const printed = await typeInto(
          desk,
          steps.map(({ command }) => command),
        );
        for (const [index, step] of steps.entries()) {
          expect(matches(step.output, printed[index] ?? ''), `${step.command}\n${printed[index]}`).toBe(true);
        }
      } finally {
        await provider.close();
      }
    },
  );

  it.each(programsIn(blocks).map((block) => [block.line, block] as const))(
    'has a program at line %i that compiles and runs',
    async (_, block) => {
      const script = compiled.script(programName(name, block));
      const provider = await desk.serve(scriptFor(block));
      try {
        const { stdout, stderr } = await run(process.execPath, [script], {
          cwd: desk.cwd,
          env: desk.env,
        });
        expect(stderr).toBe('');
        expect(stdout.trim()).not.toBe('');
        expect(stdout).not.toContain('false');
      } finally {
        await provider.close();
      }
    },
  );

  it('has only blocks that a test runs, and its shell lines name scripts that exist', async () => {
    const manifest = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8'));
    for (const block of blocks) {
      expect(['console', 'ts', 'sh'], `line ${block.line}`).toContain(block.language);
      for (const [, script] of block.text.matchAll(/npm (?:run )?(test|check|build)\b/g)) {
        expect(manifest.scripts).toHaveProperty(script ?? '');
      }
    }
  });
});

it('README has at most 200 lines', async () => {
  const readme = await readFile(path.join(ROOT, 'README.md'), 'utf8');
  expect(readme.split('\n').length).toBeLessThanOrEqual(201);
});

it('docs/README.md lists every page', async () => {
  const index = await readFile(path.join(ROOT, 'docs/README.md'), 'utf8');
  const pagesThere = (await readdir(path.join(ROOT, 'docs'))).filter((name) => name !== 'README.md');
  for (const page of pagesThere) expect(index).toContain(`](${page})`);
});

it('README lists every exit code', async () => {
  const readme = await readFile(path.join(ROOT, 'README.md'), 'utf8');
  for (const { kind, exit, meaning } of exitCodeTable()) {
    expect(readme).toContain(`| ${exit} | \`${kind}\` | ${meaning} |`);
  }
});

function eventsOf(answer: string): string {
  const events = [
    { type: 'thread.started', thread_id: '0199a213-81c0-7800-8aa1-bbab2a035a53' },
    { type: 'turn.started' },
    { type: 'item.completed', item: { id: 'item_0', type: 'agent_message', text: answer } },
    { type: 'turn.completed', usage: { input_tokens: 10, cached_input_tokens: 0, output_tokens: 5 } },
  ];
  return events.map((event) => `${JSON.stringify(event)}\n`).join('');
}

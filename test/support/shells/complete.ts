import { execFile, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const ZSH_DRIVER = fileURLToPath(new URL('./zsh-driver.zsh', import.meta.url));
const END = '== end';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

export function isInstalled(shell: Shell): boolean {
  return spawnSync(shell, ['--version']).status === 0;
}

/** What a real shell offers for each of these lines, with the cursor at their end, in `folder`. */
export async function offeredBy(
  shell: Shell,
  script: string,
  lines: readonly string[],
  folder: string,
): Promise<readonly (readonly string[])[]> {
  const scriptFile = join(folder, `.completion-script-${shell}`);
  await writeFile(scriptFile, script);
  const output = await ASK[shell](scriptFile, lines, folder);
  const answers = output.split(`${END}\n`).slice(0, -1);
  if (answers.length !== lines.length)
    throw new Error(`${shell} answered ${answers.length} times: ${output}`);
  return answers.map((answer) => {
    const words = answer.split('\n').filter((line) => line !== '' && !line.startsWith('.completion-'));
    // fish and zsh put a slash behind a directory, fish a backslash before a blank.
    return [...new Set(words.map((word) => word.replace(/\/$/, '').replaceAll('\\ ', ' ')))].sort();
  });
}

const ASK: Readonly<
  Record<Shell, (script: string, lines: readonly string[], folder: string) => Promise<string>>
> = {
  bash: (script, lines, folder) => {
    const asked = lines.map((line) => `ask ${bashWords(line).map(shellQuoted).join(' ')}`);
    const program = `source ${shellQuoted(script)}
      complete -p codex-structured | grep -q -- '-F _codex_structured ' || exit 3
      ask() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _codex_structured; printf '%s\\n' "\${COMPREPLY[@]}" '${END}'; }
      ${asked.join('\n')}`;
    return run('bash', ['--noprofile', '--norc', '-c', program], folder);
  },
  zsh: async (script, lines, folder) => {
    const queries = join(folder, '.completion-queries');
    await writeFile(queries, lines.map((line) => `${line}\n`).join(''));
    return run('zsh', ['-f', ZSH_DRIVER, script, queries], folder);
  },
  fish: (script, lines, folder) => {
    const asked = lines.map(
      (line) => `complete -C ${shellQuoted(line)} | string replace -r '\\t.*' ''; echo '${END}'`,
    );
    return run('fish', ['--no-config', '-c', `source ${shellQuoted(script)}\n${asked.join('\n')}`], folder);
  },
};

async function run(shell: Shell, args: readonly string[], folder: string): Promise<string> {
  const env = { PATH: process.env['PATH'], HOME: folder, TERM: 'dumb', LC_ALL: 'C.UTF-8' };
  const { stdout } = await execute(shell, args, {
    cwd: folder,
    env,
    timeout: 120_000,
    killSignal: 'SIGKILL',
  });
  return stdout;
}

/** As readline splits a line: `=` is a word of its own. */
function bashWords(line: string): readonly string[] {
  return line.split(' ').flatMap((word) => {
    const parts = word.split(/(=)/);
    return parts.at(-1) === '' && parts.length > 1 ? parts.slice(0, -1) : parts;
  });
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

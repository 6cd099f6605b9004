import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codexHomeOf } from '../../codex/codex-home.js';
import { type DoctorContext, type Finding, ok, problem, skipped } from './check.js';
import type { LoginStatus } from './login-status.js';

/** Checks whether codex can load its configuration. codex itself is asked: only it knows all keys. */
export async function checkConfig({ env }: DoctorContext, login: LoginStatus): Promise<Finding> {
  const file = join(codexHomeOf(env).path, 'config.toml');
  switch (login.kind) {
    case 'no_codex':
      return skipped('codex was not found.');
    case 'unknown':
      return skipped(`'codex login status', which loads the configuration, gave no answer: ${login.reason}.`);
    case 'bad_config':
      return problem(
        `codex cannot load its configuration${login.where === null ? '' : ` (${login.where})`}: ${withoutStop(login.reason)}.`,
        `Fix ${login.where === null ? file : 'that line'}, or run with --ignore-user-config.`,
        { file, where: login.where },
      );
    default:
      return (await textOf(file)) === null
        ? ok('No config.toml; codex uses its defaults.', { file: null })
        : ok(`codex can load ${file}.`, { file });
  }
}

async function textOf(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    return null;
  }
}

function withoutStop(sentence: string): string {
  return sentence.replace(/\.$/, '');
}

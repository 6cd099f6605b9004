import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { putSlowProfiles } from './slow-profiles.js';
import { hideInstalledCodex } from './system-path.js';

/** What a parent folder may hold that codex, Node or git would find from below. */
const FOUND_FROM_BELOW = ['node_modules', 'package.json', '.git', '.codex', 'AGENTS.md'];

/** Variables that codex, codex-structured, git, a shell or a CI job would act on. */
const ACTED_ON =
  /^(?:(?:CODEX|OPENAI|AZURE_OPENAI|GITHUB|RUNNER|GIT|XDG|LC|FAKE)_.*|(?:https?|all|no)_proxy|BASH_ENV|ENV|CDPATH|IFS|LANGUAGE|LANG|TZ|TMP|TEMP|NO_COLOR|FORCE_COLOR|CLICOLOR.*|COLORTERM|COLUMNS|LINES|TERM_PROGRAM.*|TMUX.*|RUST_LOG|POSIXLY_CORRECT|MANPATH|MANWIDTH|MANPAGER|PAGER|NODE_OPTIONS|NODE_PATH|SHELL|ZDOTDIR|JSON_SCHEMA_FAKER.*)$/i;

/** Variables of the suite itself, which are set by who runs it. */
const OF_THE_SUITE = /^CODEX_STRUCTURED_TEST_/;

/**
 * Gives the suite the same surroundings on every machine: a home of its own, a directory for temporary files that has
 * nothing above it, one locale and time zone, and no variable that changes what codex, git or a shell does.
 * Vitest calls it once, before the workers inherit this environment.
 */
export default function isolateSurroundings(): () => void {
  const root = mkdtempSync(join(cleanTemporaryDirectory(), 'cs-suite-'));
  const [home, tmp] = [join(root, 'home'), join(root, 'tmp')];
  for (const folder of [home, tmp]) mkdirSync(folder);
  putSlowProfiles(home);
  process.umask(0o022);
  for (const name of Object.keys(process.env)) {
    if (ACTED_ON.test(name) && !OF_THE_SUITE.test(name)) delete process.env[name];
  }
  Object.assign(process.env, {
    HOME: home,
    TMPDIR: tmp,
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    TERM: 'xterm',
    SHELL: '/bin/bash',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
  });
  hideInstalledCodex(join(root, 'tools'));
  return () => rmSync(root, { recursive: true, force: true });
}

/** Sockets of tmux and Chromium are below it, and their paths may have no more than 104 characters. */
const LONGEST = 40;

/** The first short directory for temporary files whose parents hold nothing; the usual one if none is such. */
function cleanTemporaryDirectory(): string {
  const candidates = [tmpdir(), '/tmp', '/var/tmp'].filter(existsSync).map((path) => realpathSync(path));
  return candidates.find((path) => path.length <= LONGEST && hasNothingAbove(path)) ?? realpathSync(tmpdir());
}

function hasNothingAbove(folder: string): boolean {
  if (FOUND_FROM_BELOW.some((name) => existsSync(join(folder, name)))) return false;
  return dirname(folder) === folder || hasNothingAbove(dirname(folder));
}

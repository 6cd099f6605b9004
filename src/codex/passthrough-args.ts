import type { CodexOptions } from './command.js';

type Paths = Required<Pick<CodexOptions, 'images' | 'addDirs'>> & Pick<CodexOptions, 'cd'>;

const FLAGS: ReadonlyMap<string, 'images' | 'cd' | 'addDirs'> = new Map([
  ['-i', 'images'],
  ['--image', 'images'],
  ['-C', 'cd'],
  ['--cd', 'cd'],
  ['--add-dir', 'addDirs'],
]);

/** Returns the files and directories in the arguments for codex after `--`. */
export function passthroughInputs(extraArgs: readonly string[]): Paths {
  const found = { images: [] as string[], cd: [] as string[], addDirs: [] as string[] };
  let current: 'images' | 'cd' | 'addDirs' | undefined;
  for (const arg of extraArgs) {
    if (!arg.startsWith('-') || arg === '-') {
      // `-i` takes any number of files; after any other flag, a second value would be the prompt.
      if (current !== undefined) found[current].push(arg);
      if (current !== 'images') current = undefined;
      continue;
    }
    const { flag, value } = splitFlag(arg);
    const name = FLAGS.get(flag);
    if (name !== undefined && value !== null) found[name].push(value);
    current = value === null || name === 'images' ? name : undefined;
  }
  const [cd] = found.cd;
  return {
    // codex splits the value at commas.
    images: found.images.flatMap((value) => value.split(',')),
    addDirs: found.addDirs,
    ...(cd === undefined ? {} : { cd }),
  };
}

/** `--flag=value`, `-fvalue` and `-f=value`. */
function splitFlag(arg: string): { readonly flag: string; readonly value: string | null } {
  if (!arg.startsWith('--')) {
    const value = arg.slice(2).replace(/^=/, '');
    return { flag: arg.slice(0, 2), value: arg.length === 2 ? null : value };
  }
  const at = arg.indexOf('=');
  return at === -1 ? { flag: arg, value: null } : { flag: arg.slice(0, at), value: arg.slice(at + 1) };
}

const SCHEMA_FLAG = '--output-schema';

/**
 * Returns the schema file that the caller passes to codex with `-- --output-schema FILE`; null if there is none. codex
 * gets that file as it is, and no temporary one is made.
 */
export function passthroughSchemaPath({ extraArgs = [] }: CodexOptions): string | null {
  const index = extraArgs.findIndex((arg) => arg === SCHEMA_FLAG || arg.startsWith(`${SCHEMA_FLAG}=`));
  const arg = extraArgs[index];
  if (arg === undefined) return null;
  return arg === SCHEMA_FLAG ? (extraArgs[index + 1] ?? '') : arg.slice(SCHEMA_FLAG.length + 1);
}

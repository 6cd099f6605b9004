import type { CodexOptions } from './command.js';

const FLAG = '--output-schema';

/**
 * The schema file that the caller passes to codex themselves (`-- --output-schema FILE`); null where there
 * is none. codex is then given that file as it is, and no temporary one is made.
 */
export function passthroughSchemaPath({ extraArgs = [] }: CodexOptions): string | null {
  const index = extraArgs.findIndex((arg) => arg === FLAG || arg.startsWith(`${FLAG}=`));
  const arg = extraArgs[index];
  if (arg === undefined) return null;
  return arg === FLAG ? (extraArgs[index + 1] ?? '') : arg.slice(FLAG.length + 1);
}

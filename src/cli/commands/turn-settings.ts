import type { CodexOptions } from '../../codex/command.js';
import { parseStrict } from '../../json/strict-parse.js';
import type { RehearseOptions, RunOptions } from '../../run/run-options.js';
import { MAX_TURNS } from '../../run/turns/turns-options.js';
import type { SchemaMode } from '../../schema/compiled-schema.js';
import { decodeText } from '../../text/text-encoding.js';
import { durationOf, integerOf, sizeOf } from '../args/flag-values.js';
import type { ParsedArgs, ParsedFlags } from '../args/parsed-flags.js';
import { CODEX_FLAGS } from '../flags/codex-flags.js';
import { contextOf } from '../input/context-flags.js';
import type { InputReader } from '../input/input-reader.js';
import type { SchemaPlace } from '../input/schema-source.js';
import { UsageError } from '../usage-error.js';

/** The options of a run that flags set. */
export type TurnSettings = Awaited<ReturnType<typeof turnSettings>>;

/** @throws {UsageError} naming the flag or variable whose value is wrong */
export async function turnSettings(
  flags: ParsedFlags,
  reader: InputReader,
  transport = flags.text('transport'),
) {
  const exitGraceMs = durationOf(flags, 'exit-grace');
  const maxLineBytes = sizeOf(flags, 'max-line-bytes');
  // If the environment sets it, the search for codex reads the variable itself and names it in messages.
  const codexPath = flags.givenText('codex-path');
  const rehearse = await rehearsalOf(flags, reader);
  const additionalContext = await contextOf(flags, reader, transport);
  return {
    ...schemaSettings(flags),
    ...timeLimits(flags),
    keepEvents: flags.value('envelope') === 'full',
    repair: integerOf(flags, 'repair', 0, MAX_TURNS) ?? 0,
    retry: integerOf(flags, 'retry', 0, MAX_TURNS) ?? 0,
    retryUnsafe: flags.isOn('retry-unsafe'),
    twoStep: flags.isOn('two-step'),
    failOnToolError: flags.isOn('fail-on-tool-error'),
    ...(exitGraceMs === undefined ? {} : { exitGraceMs }),
    ...(maxLineBytes === undefined ? {} : { maxLineBytes }),
    ...(codexPath === undefined ? {} : { codexPath }),
    ...(rehearse === undefined ? {} : { rehearse }),
    ...(additionalContext === undefined ? {} : { additionalContext }),
  };
}

/** 0: no limit. @throws {UsageError} naming the flag or variable whose value is wrong */
export function timeLimits(flags: ParsedFlags): {
  readonly timeoutMs: number;
  readonly idleTimeoutMs: number;
} {
  return {
    timeoutMs: durationOf(flags, 'timeout') ?? 0,
    idleTimeoutMs: durationOf(flags, 'idle-timeout') ?? 0,
  };
}

export function schemaSettings(
  flags: ParsedFlags,
): Pick<RunOptions, 'mode' | 'narrow' | 'failOnWarnings' | 'validate' | 'validateFormats'> {
  // The parser has checked it against the choices in the table.
  const mode = flags.text('schema-mode') as SchemaMode | undefined;
  return {
    ...(mode === undefined ? {} : { mode }),
    narrow: !flags.isOn('no-narrow'),
    failOnWarnings: flags.isOn('fail-on-warnings'),
    validate: !flags.isOn('no-validate'),
    validateFormats: !flags.isOn('no-validate-formats'),
  };
}

/** Returns where the references of a schema may lead. */
export function schemaPlace(flags: ParsedFlags): SchemaPlace {
  return { allowRefsOutside: flags.isOn('allow-refs-outside') };
}

async function rehearsalOf(flags: ParsedFlags, reader: InputReader): Promise<RehearseOptions | undefined> {
  const file = flags.text('rehearse-answer');
  const seed = integerOf(flags, 'rehearse-seed', 0, 2 ** 31 - 1);
  if (file === undefined && seed === undefined && !flags.isOn('rehearse')) return undefined;
  if (file === undefined) return seed === undefined ? {} : { seed };
  const read = await reader.file(file, 'the rehearsal answer');
  if (!read.ok) throw new UsageError(`The rehearsal answer ${file} cannot be read: ${read.reason}.`);
  const decoded = decodeText(read.bytes);
  if (!decoded.ok) throw new UsageError(`The rehearsal answer ${file} ${decoded.problem}.`);
  const parsed = parseStrict(decoded.text);
  if (!parsed.ok) {
    throw new UsageError(
      `The rehearsal answer ${file} is not a single JSON value: line ${parsed.line}, column ${parsed.column}.`,
    );
  }
  return { answer: parsed.exact };
}

/** Returns codex's own flags as options of the command, with what follows `--` as extra arguments. */
export function codexOptions({ flags, afterDashes }: ParsedArgs): CodexOptions {
  const entries = CODEX_FLAGS.flatMap(({ id, codexOption }) => {
    const value = flags.value(id);
    return value === undefined ? [] : [[codexOption, value] as const];
  });
  const options = Object.fromEntries(entries) as CodexOptions;
  return afterDashes === null || afterDashes.length === 0 ? options : { ...options, extraArgs: afterDashes };
}

import { parseStrict } from '../../json/strict-parse.js';
import type { RehearseOptions, RunOptions } from '../../run/run-options.js';
import { MAX_TURNS } from '../../run/turns/turns-options.js';
import type { SchemaMode } from '../../schema/compiled-schema.js';
import type { ParsedFlags } from '../args/parsed-flags.js';
import { durationOf, integerOf, sizeOf } from '../args/values.js';
import { contextOf } from '../input/context.js';
import type { InputReader } from '../input/input-reader.js';
import type { SchemaPlace } from '../input/schema-source.js';
import { decodeText } from '../input/text.js';
import { UsageError } from '../usage-error.js';

/** Flags that only say how a run is made. */
export type TurnSettings = Pick<
  RunOptions,
  | 'mode'
  | 'narrow'
  | 'failOnWarnings'
  | 'validate'
  | 'validateFormats'
  | 'codexPath'
  | 'keepEvents'
  | 'rehearse'
  | 'exitGraceMs'
  | 'maxLineBytes'
  | 'additionalContext'
  | 'repair'
  | 'retry'
  | 'retryUnsafe'
  | 'twoStep'
  | 'failOnToolError'
> & {
  readonly timeoutMs: number;
  readonly idleTimeoutMs: number;
};

/** @throws {UsageError} naming the flag or variable whose value is wrong */
export async function turnSettings(
  flags: ParsedFlags,
  reader: InputReader,
  transport = flags.text('transport'),
): Promise<TurnSettings> {
  const exitGraceMs = durationOf(flags, 'exit-grace');
  const maxLineBytes = sizeOf(flags, 'max-line-bytes');
  const codexPath = codexPathOf(flags);
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
export function timeLimits(flags: ParsedFlags): Pick<TurnSettings, 'timeoutMs' | 'idleTimeoutMs'> {
  return {
    timeoutMs: durationOf(flags, 'timeout') ?? 0,
    idleTimeoutMs: durationOf(flags, 'idle-timeout') ?? 0,
  };
}

export function schemaSettings(
  flags: ParsedFlags,
): Pick<RunOptions, 'mode' | 'narrow' | 'failOnWarnings' | 'validate' | 'validateFormats'> {
  // The parser has checked it against the table's choices.
  const mode = flags.text('schema-mode') as SchemaMode | undefined;
  return {
    ...(mode === undefined ? {} : { mode }),
    narrow: !flags.isOn('no-narrow'),
    failOnWarnings: flags.isOn('fail-on-warnings'),
    validate: !flags.isOn('no-validate'),
    validateFormats: !flags.isOn('no-validate-formats'),
  };
}

/** What says where a schema's references may lead. */
export function schemaPlace(flags: ParsedFlags): SchemaPlace {
  return { allowRefsOutside: flags.isOn('allow-refs-outside') };
}

/** From the variable it is left to the finder, which reads it too and then says so. */
function codexPathOf(flags: ParsedFlags): string | undefined {
  return flags.sourceOf('codex-path').startsWith('--') ? flags.text('codex-path') : undefined;
}

async function rehearsalOf(flags: ParsedFlags, reader: InputReader): Promise<RehearseOptions | undefined> {
  const file = flags.text('rehearse-answer');
  const seed = integerOf(flags, 'rehearse-seed', 0, 2 ** 31 - 1);
  if (file === undefined && seed === undefined && !flags.isOn('rehearse')) return undefined;
  if (file === undefined) return seed === undefined ? {} : { seed };
  const read = await reader.file(file, "the rehearsal's answer");
  if (!read.ok) throw new UsageError(`The rehearsal's answer ${file} cannot be read: ${read.reason}.`);
  const parsed = parseStrict(decodeText(read.bytes) ?? '');
  if (!parsed.ok) {
    throw new UsageError(
      `The rehearsal's answer ${file} is not one JSON value: line ${parsed.line}, column ${parsed.column}.`,
    );
  }
  return { answer: parsed.exact };
}

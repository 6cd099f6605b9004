import {
  type AdditionalContext,
  type AdditionalContextEntry,
  contextProblem,
} from '../../codex/additional-context.js';
import { decodeText } from '../../text/text-encoding.js';
import type { ParsedFlags } from '../args/parsed-flags.js';
import { UsageError } from '../usage-error.js';
import type { InputReader } from './input-reader.js';

const FLAGS = [
  ['context', 'application'],
  ['context-untrusted', 'untrusted'],
] as const;

/**
 * The hidden context of a turn, from `KEY=VALUE`, where `@FILE` reads the value and `@@` stands for a literal
 * `@`. Undefined where none is given.
 *
 * @throws {UsageError} for a key or file that will not do, and where codex could not be given it
 */
export async function contextOf(
  flags: ParsedFlags,
  reader: InputReader,
  transport: string | undefined,
): Promise<AdditionalContext | undefined> {
  const entries = new Map<string, AdditionalContextEntry>();
  for (const [flag, kind] of FLAGS) {
    for (const given of flags.list(flag) ?? []) {
      if (transport !== 'app-server') {
        throw new UsageError(
          `--${flag} needs --transport app-server: codex exec does not support hidden context.`,
        );
      }
      const [key, value] = split(flag, given);
      if (entries.has(key)) throw new UsageError(`The context '${key}' is given more than once.`);
      entries.set(key, { value: await contextValue(flag, key, value, reader), kind });
    }
  }
  if (entries.size === 0) return undefined;
  const context = Object.fromEntries(entries);
  const problem = contextProblem(context);
  if (problem !== null) throw new UsageError(problem);
  return context;
}

function split(flag: string, given: string): readonly [key: string, value: string] {
  const at = given.indexOf('=');
  if (at < 1) throw new UsageError(`--${flag} must be KEY=VALUE, not '${given}'.`);
  return [given.slice(0, at), given.slice(at + 1)];
}

async function contextValue(flag: string, key: string, value: string, reader: InputReader): Promise<string> {
  if (value.startsWith('@@')) return value.slice(1);
  if (!value.startsWith('@')) return value;
  const file = value.slice(1);
  const read = await reader.file(file, `the context '${key}'`);
  if (!read.ok) throw new UsageError(`--${flag}: ${file} cannot be read: ${read.reason}.`);
  const decoded = decodeText(read.bytes);
  if (!decoded.ok) throw new UsageError(`--${flag}: ${file} ${decoded.problem}.`);
  return decoded.text;
}

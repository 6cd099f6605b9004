import { isObject } from '../../json/value.js';
import type { Command, Subcommand } from '../command.js';
import { assertArgument, assertOptions } from './assert-options.js';
import { CODEX_OPTIONS } from './codex-options.js';
import {
  boolean,
  either,
  nonBlankString,
  object,
  oneOf,
  shape,
  string,
  type Validator,
} from './validators.js';

const LATEST = shape({ last: either(oneOfTrue()), all: boolean }, ['last']);

const TARGETS: Readonly<Record<string, Validator>> = {
  uncommitted: shape({ kind: string }),
  base: shape({ kind: string, branch: nonBlankString }, ['branch']),
  commit: shape({ kind: string, sha: nonBlankString, title: string }, ['sha']),
  custom: shape({ kind: string }),
};

const KINDS = Object.keys(TARGETS);

const SUBCOMMANDS: readonly Subcommand[] = ['exec', 'resume', 'fork', 'review'];

export const PROMPT = nonBlankString;

/**
 * Checks a command, which a program may have built without the builders or without types.
 *
 * @throws {TypeError} if a member has another type
 */
export function assertCommand(of: string, command: Command): void {
  assertArgument(of, 'the command', command, object);
  assertArgument(of, 'the command.subcommand', command.subcommand, oneOf(...SUBCOMMANDS));
  switch (command.subcommand) {
    case 'review':
      assertTarget(of, command.target);
      assertArgument(of, 'the prompt', command.prompt, command.target.kind === 'custom' ? PROMPT : string);
      break;
    case 'exec':
      assertArgument(of, 'the prompt', command.prompt, PROMPT);
      break;
    case 'resume':
      assertArgument(of, 'the session', command.session, either(nonBlankString, LATEST));
      assertArgument(of, 'the prompt', command.prompt, PROMPT);
      break;
    case 'fork':
      assertArgument(of, 'the session', command.session, nonBlankString);
      assertArgument(of, 'the prompt', command.prompt, PROMPT);
  }
  assertOptions(of, command.options, CODEX_OPTIONS);
}

function assertTarget(of: string, target: unknown): void {
  assertArgument(of, 'what to review', target, object);
  const kind = isObject(target) ? target['kind'] : undefined;
  assertArgument(of, 'what to review.kind', kind, oneOf(...KINDS));
  assertArgument(of, 'what to review', target, TARGETS[String(kind)] ?? object);
}

function oneOfTrue(): Validator {
  return (value) => (value === true ? null : { at: '', expected: 'true', value });
}

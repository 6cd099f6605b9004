import type { Command, Subcommand } from '../command.js';
import { CODEX_OPTIONS } from './codex-options.js';
import {
  type Expectation,
  either,
  flag,
  isObject,
  object,
  oneOf,
  shape,
  string,
  text,
} from './expectations.js';
import { refuseArgument, refuseOptions } from './refuse.js';

/** An id or a name; what else there is to say of it, `checkOptions` says. */
const LATEST = shape({ last: either(oneOfTrue()), all: flag }, ['last']);

const TARGETS: Readonly<Record<string, Expectation>> = {
  uncommitted: shape({ kind: string }),
  base: shape({ kind: string, branch: text }, ['branch']),
  commit: shape({ kind: string, sha: text, title: string }, ['sha']),
  custom: shape({ kind: string }),
};

const KINDS = Object.keys(TARGETS);

const SUBCOMMANDS: readonly Subcommand[] = ['exec', 'resume', 'fork', 'review'];

/** A prompt that says something. */
export const PROMPT = text;

/**
 * Refuses a command that a program has made by itself, or without types.
 *
 * @throws {TypeError}
 */
export function refuseCommand(of: string, command: Command): void {
  refuseArgument(of, 'the command', command, object);
  refuseArgument(of, 'the command.subcommand', command.subcommand, oneOf(...SUBCOMMANDS));
  switch (command.subcommand) {
    case 'review':
      refuseTarget(of, command.target);
      refuseArgument(of, 'the prompt', command.prompt, command.target.kind === 'custom' ? PROMPT : string);
      break;
    case 'exec':
      refuseArgument(of, 'the prompt', command.prompt, PROMPT);
      break;
    case 'resume':
      refuseArgument(of, 'the session', command.session, either(text, LATEST));
      refuseArgument(of, 'the prompt', command.prompt, PROMPT);
      break;
    case 'fork':
      refuseArgument(of, 'the session', command.session, text);
      refuseArgument(of, 'the prompt', command.prompt, PROMPT);
  }
  refuseOptions(of, command.options, CODEX_OPTIONS);
}

function refuseTarget(of: string, target: unknown): void {
  refuseArgument(of, 'what to review', target, object);
  const kind = isObject(target) ? target['kind'] : undefined;
  refuseArgument(of, 'what to review.kind', kind, oneOf(...KINDS));
  refuseArgument(of, 'what to review', target, TARGETS[String(kind)] ?? object);
}

function oneOfTrue(): Expectation {
  return (value) => (value === true ? null : { at: '', expected: 'true', value });
}

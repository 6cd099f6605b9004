import type { TurnState } from '../events/turn-state.js';
import { clip } from '../text/clip.js';
import { safeLine } from '../text/safe-line.js';

/**
 * The last message of codex-cli 0.171 if it cannot start (measured), before it does anything. The message for a
 * database that another codex has locked is similar, and is another cause.
 */
const SENTENCES: readonly (readonly [string, RegExp])[] = [
  ['it cannot use its CODEX_HOME', /^Error finding codex home: (.+)$/m],
  [
    'it cannot use its CODEX_HOME',
    /^Error: failed to initialize in-process app-server client: (.+ \(os error \d+\))$/m,
  ],
  // In the error of `thread/start` (app server), or on stderr with the name of that method before it (exec).
  [
    'a required MCP server does not start',
    /^(?:Error: thread\/|error creating thread: ).*?Failed to initialize session: required MCP servers failed to initialize: (.+?)(?: \(code -?\d+\))?$/m,
  ],
];

/** How codex ended before a turn was started. */
interface StartupEnd {
  readonly exitCode: number | null;
  readonly stderr: string;
  readonly turn: Pick<TurnState, 'sawEvent' | 'sawWork' | 'message'>;
  /** The message of the error with which the turn ended; null if there is none. */
  readonly turnError: string | null;
}

/** Returns codex's reason why it could not start; null if it started, or failed for another reason. */
export function startupFailureReason({ exitCode, stderr, turn, turnError }: StartupEnd): string | null {
  const exited = !turn.sawEvent && exitCode !== null && exitCode !== 0;
  const refused = turnError !== null && !turn.sawWork && turn.message === null;
  const text = exited ? stderr : refused ? turnError : '';
  for (const [meaning, pattern] of SENTENCES) {
    const words = pattern.exec(text)?.[1];
    if (words !== undefined) return `${meaning}: ${clip(safeLine(words.trim()), 300)}`;
  }
  return null;
}

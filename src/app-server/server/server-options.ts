import type { CodexInstallation, Environment } from '../../codex/installation.js';
import type { AnswerServerRequest } from './server-requests.js';

export interface ServerOptions {
  readonly codex: CodexInstallation;
  /** codex's arguments, including `app-server`. */
  readonly args: readonly string[];
  readonly env: Environment;
  readonly cwd: string;
  readonly killGraceMs: number;
  readonly maxLineBytes: number;
  /** How long it may take to answer its first request, in milliseconds. */
  readonly startLimitMs: number;
  readonly signal?: AbortSignal;
  /** Notifications that it should not send. */
  readonly unwanted?: readonly string[];
  readonly answer?: AnswerServerRequest;
  /** Called for each line in either direction, and of stderr. Must not throw. */
  readonly onTraffic?: (traffic: Traffic) => void;
  /** Called when it is being stopped or has exited: it must not get further turns. */
  readonly onLeaving?: () => void;
}

/** One line to or from the app server. */
export interface Traffic {
  /** Who wrote the line: this program, codex on stdout, or codex on stderr. */
  readonly direction: 'sent' | 'received' | 'stderr';
  /** The line, without its end. */
  readonly line: string;
}

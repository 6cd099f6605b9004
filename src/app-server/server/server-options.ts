import type { CodexInstallation, Environment } from '../../codex/installation.js';
import type { AnswerServerRequest } from './server-requests.js';

export interface ServerOptions {
  readonly codex: CodexInstallation;
  /** What follows `codex`, `app-server` included. */
  readonly args: readonly string[];
  readonly env: Environment;
  readonly cwd: string;
  readonly killGraceMs: number;
  readonly maxLineBytes: number;
  /** How long it may take until it has answered the first request, in milliseconds. */
  readonly startLimitMs: number;
  readonly signal?: AbortSignal;
  /** Notifications that it need not send. */
  readonly unwanted?: readonly string[];
  readonly answer?: AnswerServerRequest;
  /** Told of all that goes to and fro. What it throws is its own to catch. */
  readonly onTraffic?: (traffic: Traffic) => void;
  /** It is being ended, or has ended by itself: nobody new may be sent to it. */
  readonly onLeaving?: () => void;
}

/** One line between us and the app server, or of its stderr. */
export interface Traffic {
  /** Who wrote the line: this program, codex on stdout, or codex on stderr. */
  readonly direction: 'sent' | 'received' | 'stderr';
  /** The line, without its end. */
  readonly line: string;
}

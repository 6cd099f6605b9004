import { describeViolation } from '../../diagnostics/issue.js';
import type { Failure } from '../../outcome/outcome.js';
import { withoutStderrNoise } from '../../outcome/stderr-noise.js';
import { clip } from '../../text/clip.js';
import { safeLine } from '../../text/safe-line.js';
import { flagHint } from './flag-hints.js';
import { inFlags } from './in-flags.js';

const SHOWN = 10;
const LINE_WIDTH = 300;

/** Returns the details of a failure and what to do next, one line each. */
export function failureLines(failure: Failure): readonly string[] {
  return [...details(failure), ...nextSteps(failure)].map((line) => `  ${clip(safeLine(line), LINE_WIDTH)}`);
}

const OWN_WORDS: ReadonlySet<Failure['kind']> = new Set([
  'schema_encode',
  'schema_unsupported',
  'unsupported',
  'codex_not_found',
  'spawn_failed',
]);

/** Returns the message with flags. Other kinds quote codex or the model, whose words stay as they are. */
export function messageText({ kind, message }: Failure): string {
  return OWN_WORDS.has(kind) ? inFlags(message) : message;
}

function details(failure: Failure): readonly string[] {
  switch (failure.kind) {
    case 'schema_unsupported':
      return firstTen(
        failure.issues.map(({ pointer, file, line, column, message, hint }) => {
          const place =
            line === undefined ? '' : `${file === undefined ? '' : `${file}:`}${line}:${column ?? 1} `;
          return `${place}${pointer === '' ? '(root)' : pointer}: ${message} ${inFlags(hint)}`;
        }),
      );
    case 'schema_mismatch':
      // The message has the first one.
      if (failure.violations.length < 2) return [];
      return firstTen(failure.violations.map((violation) => describeViolation(violation)));
    case 'process_failed':
      return stderrTail(failure.detail.stderr);
    case 'codex_not_found':
      return firstTen(failure.searched.map((place) => `searched ${place}`));
    default:
      return [];
  }
}

function nextSteps(failure: Failure): readonly string[] {
  const steps: string[] = [];
  const hint = flagHint(failure);
  if (hint !== null) steps.push(hint);
  if (failure.retryable) steps.push('The same run may succeed if you retry it.');
  if (failure.workMayHaveRun && failure.kind !== 'schema_mismatch' && sawTools(failure)) {
    steps.push('codex has started to work: check what it changed before you run it again.');
  }
  return steps;
}

function sawTools(failure: Failure): boolean {
  return 'detail' in failure && failure.detail !== undefined && failure.detail.toolCalls.total > 0;
}

function stderrTail(stderr: string): readonly string[] {
  const lines = withoutStderrNoise(stderr)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return lines.slice(-SHOWN).map((line) => `codex: ${line}`);
}

function firstTen(lines: readonly string[]): readonly string[] {
  if (lines.length <= SHOWN) return lines;
  return [...lines.slice(0, SHOWN), `… and ${lines.length - SHOWN} more (use --envelope to see all)`];
}

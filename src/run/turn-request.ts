import type { Command } from '../codex/command.js';
import type { FindCodexResult } from '../codex/find.js';
import { passthroughSchemaPath } from '../codex/passthrough-args.js';
import { resolveLimits, type TurnRequest } from '../codex/turn-request.js';
import { definedOnly } from '../json/defined-only.js';
import { createLineRedactor } from '../outcome/redact/line-redactor.js';
import type { Redact } from '../outcome/redact/redactor.js';
import type { PreparedSchema } from '../schema/prepare-schema.js';
import { loadValidator } from './load-validator.js';
import type { RunOptions } from './run-options.js';

/** Options whose defaults are filled in. */
export type ResolvedRunOptions<T> = RunOptions<T, never> & Required<Pick<RunOptions, 'env' | 'cwd'>>;

/** What only a batch sets for the turns of a run. */
export interface TurnSettings {
  readonly codex: FindCodexResult;
  /** Keep the thread if the app server does not support ephemeral ones. */
  readonly mayKeepThread?: boolean;
  /** The environment and the options are already those of a rehearsal. */
  readonly isRehearsal?: boolean;
}

/** Returns what a transport needs for the turns of a run. */
export function turnRequest<T>(
  command: Command,
  schema: PreparedSchema,
  options: ResolvedRunOptions<T>,
  { codex, isRehearsal, mayKeepThread }: TurnSettings,
  redact: Redact,
): TurnRequest {
  const { env, cwd, signal, additionalContext, onEvent, onBytes, onStderrLine, keepEvents = false } = options;
  const warn = warnOnce(schema, options);
  const redactLine = createLineRedactor(redact);
  const whileCodexWorks = () => {
    warn();
    void loadValidator(schema).catch(() => undefined);
  };
  return {
    command,
    codex,
    wireSchema: passthroughSchemaPath(command.options) === null ? schema.wireText : null,
    limits: resolveLimits(options),
    env,
    cwd,
    ...definedOnly({ signal, additionalContext, isRehearsal, mayKeepThread }),
    observe: {
      keepEvents,
      ...definedOnly({
        onEvent,
        onBytes,
        onStderrLine: onStderrLine && ((line: string) => onStderrLine(redactLine(line))),
      }),
      // Loading the validator takes tens of milliseconds, so it is done while codex works. Whoever needs the
      // validator awaits the same promise and gets its rejection.
      onStarted: () => setImmediate(whileCodexWorks),
    },
  };
}

/** A run may have many turns, but it has one schema. */
function warnOnce<T>({ warnings }: PreparedSchema, { onSchemaWarnings }: RunOptions<T, never>): () => void {
  let isDue = warnings.length > 0;
  return () => {
    if (isDue) onSchemaWarnings?.(warnings);
    isDue = false;
  };
}

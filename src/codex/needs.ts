import { capabilityOfFlag, type Need } from './capabilities.js';
import type { Command } from './command.js';
import { CODEX_FLAGS, isGiven } from './flags.js';
import { passthroughSchemaPath } from './passthrough-args.js';
import type { TurnRequest } from './turn-request.js';

/** The properties of a turn that not every codex release supports. */
export interface TurnDemand {
  readonly command: Command;
  readonly hasSchema: boolean;
  readonly hasContext: boolean;
  /** A turn with a schema on the same thread will follow. */
  readonly schemaTurnFollows: boolean;
  /** Keep the thread if the app server does not support ephemeral ones. */
  readonly mayKeepThread: boolean;
  /** codex must not connect to another machine. */
  readonly isRehearsal: boolean;
}

/** Lists the features that a turn needs from `codex exec`. */
export function needsOfExec(demand: TurnDemand): readonly Need[] {
  const { command, schemaTurnFollows, isRehearsal } = demand;
  const { subcommand, options } = command;
  const hasSchema = demand.hasSchema || passthroughSchemaPath(options) !== null;
  const flags = CODEX_FLAGS.filter((flag) => isGiven(flag, options)).flatMap(({ flag }): Need[] => {
    const capability = capabilityOfFlag(flag);
    return capability === null ? [] : [{ capability }];
  });
  return [
    ...when(hasSchema, { capability: 'exec_output_schema' }),
    ...when(hasSchema && subcommand === 'resume', { capability: 'resume_output_schema' }),
    // The second turn of a review resumes its session.
    ...when(schemaTurnFollows || subcommand === 'review', {
      capability: 'resume_output_schema',
      isLater: true,
    }),
    ...when(subcommand === 'fork', { capability: 'exec_fork' }),
    ...when(isRehearsal, { capability: 'rehearsal_exec' }),
    ...flags,
  ];
}

/** Lists the features that a turn needs from the app server. */
export function needsOfAppServer(demand: TurnDemand): readonly Need[] {
  const { command, hasSchema, hasContext, schemaTurnFollows, mayKeepThread, isRehearsal } = demand;
  const { options } = command;
  const isLatest = command.subcommand === 'resume' && typeof command.session !== 'string';
  return [
    ...needsOfThreadTurn({
      hasSchema: hasSchema || schemaTurnFollows,
      hasContext,
      isFork: command.subcommand === 'fork',
      isEphemeral: options.ephemeral === true && !mayKeepThread,
      hasAddDirs: (options.addDirs ?? []).length > 0,
      hasTools: false,
    }),
    ...when(isLatest, { capability: 'app_server_resume_last' }),
    ...when(isRehearsal, { capability: 'rehearsal_app_server' }),
  ];
}

/** Lists the features that a turn of an app-server thread needs, its thread included. */
export function needsOfThreadTurn(demand: {
  readonly hasSchema: boolean;
  readonly hasContext: boolean;
  readonly isFork: boolean;
  readonly isEphemeral: boolean;
  readonly hasAddDirs: boolean;
  readonly hasTools: boolean;
}): readonly Need[] {
  return [
    { capability: 'app_server' },
    ...when(demand.hasSchema, { capability: 'app_server_output_schema' }),
    ...when(demand.isFork, { capability: 'thread/fork' }),
    ...when(demand.isEphemeral, { capability: 'app_server_ephemeral' }),
    ...when(demand.hasAddDirs, { capability: 'app_server_add_dir' }),
    ...when(demand.hasTools, { capability: 'dynamic_tools' }),
    ...when(demand.hasContext, { capability: 'additional_context' }),
  ];
}

function when(condition: boolean, need: Need): readonly Need[] {
  return condition ? [need] : [];
}

/** Returns the properties of a request that not every codex release supports. */
export function demandOf(request: TurnRequest): TurnDemand {
  const { command, wireSchema, additionalContext, schemaTurnFollows, mayKeepThread, isRehearsal } = request;
  return {
    command,
    hasSchema: wireSchema !== null,
    hasContext: Object.keys(additionalContext ?? {}).length > 0,
    schemaTurnFollows: schemaTurnFollows ?? false,
    mayKeepThread: mayKeepThread ?? false,
    isRehearsal: isRehearsal ?? false,
  };
}

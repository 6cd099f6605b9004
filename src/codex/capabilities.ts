import type { UnsupportedFailure } from '../outcome/outcome.js';
import type { Command } from './command.js';
import { isAtLeast } from './version.js';

/** What a codex may lack. */
type Capability = 'exec_output_schema' | 'resume_output_schema' | 'exec_fork';

interface CapabilityRow {
  /** The first release on npm that has it, found by asking its `--help`. */
  readonly since: string;
  /** Completes "This codex (…) cannot …". */
  readonly cannot: string;
  readonly neededBy: (command: Command, hasSchema: boolean) => boolean;
  /** How a codex without it refuses the call, before anything ran: exit code 2 and this on stderr. */
  readonly refusal: (command: Command) => readonly string[];
}

const CAPABILITIES: Readonly<Record<Capability, CapabilityRow>> = {
  exec_output_schema: {
    since: '0.42.0',
    cannot: 'be given a schema',
    neededBy: (command, hasSchema) => command.subcommand === 'exec' && hasSchema,
    refusal: () => ["unexpected argument '--output-schema"],
  },
  resume_output_schema: {
    since: '0.132.0',
    cannot: 'be given a schema when it resumes a session',
    // A review is put into the schema by resuming its session.
    neededBy: ({ subcommand }, hasSchema) =>
      subcommand === 'review' || (subcommand === 'resume' && hasSchema),
    refusal: () => ["unexpected argument '--output-schema"],
  },
  exec_fork: {
    since: '0.148.0',
    cannot: 'fork a session',
    neededBy: (command) => command.subcommand === 'fork',
    // Without the subcommand, `fork` is taken for the prompt, and the session is one argument too many.
    refusal: (command) =>
      command.subcommand === 'fork'
        ? [
            `unexpected argument '${command.session}'`,
            "unrecognized subcommand 'fork'",
            "unexpected argument '--output-schema",
          ]
        : [],
  },
};

/** What the command needs and this version is known to lack; null where it has all, or is not known. */
export function missingCapability(
  command: Command,
  hasSchema: boolean,
  version: string | null,
): UnsupportedFailure | null {
  if (version === null) return null;
  for (const [capability, row] of rows()) {
    if (row.neededBy(command, hasSchema) && !isAtLeast(version, row.since))
      return unsupported(capability, `codex ${version}`);
  }
  return null;
}

/** Reads from codex's refusal (exit code 2, no event, stderr) what it lacks; null where it lacks nothing. */
export function refusedCapability(
  command: Command,
  hasSchema: boolean,
  stderr: string,
  version: string | null,
): UnsupportedFailure | null {
  for (const [capability, row] of rows()) {
    if (!row.neededBy(command, hasSchema)) continue;
    if (row.refusal(command).some((sentence) => stderr.includes(sentence))) {
      return unsupported(capability, version === null ? 'an older codex' : `codex ${version}`);
    }
  }
  return null;
}

/** What a release can and cannot do of all that is asked of it. */
export function capabilitiesOf(
  version: string,
): readonly { readonly capability: string; readonly cannot: string; readonly has: boolean }[] {
  return rows().map(([capability, { since, cannot }]) => ({
    capability,
    cannot,
    has: isAtLeast(version, since),
  }));
}

/** Whether an old release would lack something for this command, so that an unknown version is worth asking for. */
export function dependsOnVersion(command: Command): boolean {
  return command.subcommand !== 'exec';
}

function rows(): readonly (readonly [Capability, CapabilityRow])[] {
  return Object.entries(CAPABILITIES) as [Capability, CapabilityRow][];
}

function unsupported(capability: Capability, found: string): UnsupportedFailure {
  const { since, cannot } = CAPABILITIES[capability];
  return {
    ok: false,
    kind: 'unsupported',
    message: `This codex (${found}) cannot ${cannot}: ${since} or later can. Update it with 'npm install -g @openai/codex'.`,
    workMayHaveRun: false,
    retryable: false,
    capability,
    needs: since,
    found,
  };
}

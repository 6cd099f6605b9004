import { type Fields, parseFields, stringOf } from '../../json/fields.js';

/** The arguments of exec_command that do not make a command leave the sandbox (0.171.0). */
const SAFE_ARGUMENTS: ReadonlySet<string> = new Set([
  'cmd',
  'environment_id',
  'justification',
  'login',
  'max_output_tokens',
  'prefix_rule',
  'shell',
  'tty',
  'workdir',
  'yield_time_ms',
]);

/** What the model itself wrote about a command. */
export interface ModelCall {
  readonly command: string;
  /** Whether it names a shell, or how that is started. */
  readonly choosesShell: boolean;
  /** `unknown`: there is an argument whose meaning is not known. */
  readonly sandboxExit: 'no' | 'escalated' | 'morePermissions' | 'unknown';
}

/** The commands of one turn in the model's own words, by the id of the call. */
export class ModelCalls {
  readonly #calls = new Map<string, ModelCall | null>();

  /** Takes an item as the model wrote it; codex sends it before it asks about the call. */
  add(item: Fields): void {
    const id = stringOf(item['call_id']);
    if (item['type'] !== 'function_call' || id === null) return;
    // If an id comes twice, nothing says which of the calls codex asks about.
    this.#calls.set(id, this.#calls.has(id) ? null : readModelCall(item));
  }

  has(id: string): boolean {
    return this.#calls.has(id);
  }

  /** Returns null if it is not known, as for a command of code mode. */
  get(id: string): ModelCall | null {
    return this.#calls.get(id) ?? null;
  }
}

function readModelCall(item: Fields): ModelCall | null {
  if (item['name'] !== 'exec_command') return null;
  // codex cannot read invalid arguments either, and asks about no such call.
  const args = parseFields(stringOf(item['arguments']) ?? '');
  const command = stringOf(args?.['cmd']);
  if (args === null || command === null) return null;
  return {
    command,
    choosesShell: 'shell' in args || 'login' in args,
    sandboxExit: sandboxExitOf(args),
  };
}

function sandboxExitOf(args: Fields): ModelCall['sandboxExit'] {
  const { sandbox_permissions: given, additional_permissions: additional, ...others } = args;
  const permissions = given ?? 'use_default';
  if (permissions === 'require_escalated') return 'escalated';
  if (permissions === 'with_additional_permissions' || (additional ?? null) !== null)
    return 'morePermissions';
  const areSafe = Object.keys(others).every((name) => SAFE_ARGUMENTS.has(name));
  return permissions === 'use_default' && areSafe ? 'no' : 'unknown';
}

import { type Fields, fieldsOf, stringOf } from '../../json/fields.js';

/** codex's notification of an item as the model wrote it; it comes before codex asks about the call. */
const RAW_ITEM = 'rawResponseItem/completed';

/** What the model may write in a call of exec_command without that it leaves the sandbox (0.171.0). */
const HARMLESS: ReadonlySet<string> = new Set([
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

/** What the model itself said of a command, where that is known. */
export interface ModelCall {
  readonly command: string;
  /** It names a shell, or how that is started. */
  readonly choosesShell: boolean;
  /** `unknown`: there is an argument whose meaning nobody knows. */
  readonly sandboxExit: 'no' | 'escalated' | 'morePermissions' | 'unknown';
}

/** The calls of commands that the model has made in its own words, by their ids. */
export class ModelCalls {
  readonly #calls = new Map<string, ModelCall | null>();
  /** The turn that they belong to: turns of a thread come one after the other. */
  #turnId: string | null = null;

  notified(method: string, params: Fields): void {
    const item = method === RAW_ITEM ? fieldsOf(params['item']) : null;
    if (item !== null) this.take(item, stringOf(params['turnId']));
  }

  /** An item as the model wrote it. */
  take(item: Fields, turnId: string | null): void {
    const id = stringOf(item['call_id']);
    if (item['type'] !== 'function_call' || id === null) return;
    if (turnId !== this.#turnId) this.#calls.clear();
    this.#turnId = turnId;
    // An id that comes twice says nothing of which call codex asks about.
    this.#calls.set(id, this.#calls.has(id) ? null : readModelCall(item));
  }

  has(id: string): boolean {
    return this.#calls.has(id);
  }

  /** Null where it is not known: a command of code mode, for instance. */
  of(id: string): ModelCall | null {
    return this.#calls.get(id) ?? null;
  }
}

function readModelCall(item: Fields): ModelCall | null {
  if (item['name'] !== 'exec_command') return null;
  const args = parsed(stringOf(item['arguments']) ?? '');
  const command = stringOf(args?.['cmd']);
  if (args === null || command === null) return null;
  return { command, choosesShell: 'shell' in args || 'login' in args, sandboxExit: wayOut(args) };
}

function wayOut(args: Fields): ModelCall['sandboxExit'] {
  const permissions = args['sandbox_permissions'] ?? 'use_default';
  if (permissions === 'require_escalated') return 'escalated';
  if (permissions === 'with_additional_permissions') return 'morePermissions';
  if ((args['additional_permissions'] ?? null) !== null) return 'morePermissions';
  const others = Object.keys(args).filter(
    (name) => name !== 'sandbox_permissions' && name !== 'additional_permissions',
  );
  return permissions === 'use_default' && others.every((name) => HARMLESS.has(name)) ? 'no' : 'unknown';
}

function parsed(text: string): Fields | null {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    // What codex cannot read either is never asked about.
    return null;
  }
}

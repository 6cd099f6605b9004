import { copyNotes, entriesOf, jsonText } from './exact.js';
import { maxDepth } from './max-depth.js';
import { pointerTo } from './pointer.js';
import type { JsonValue } from './value.js';

export type UnserializableReason =
  | 'cycle'
  | 'bigint'
  | 'function'
  | 'symbol'
  | 'undefined'
  | 'non_finite'
  | 'too_deep'
  /** Shared parts, written out, would make it too large. */
  | 'too_large'
  /** A Map, a RegExp, an instance of a class …, or something that throws when it is read. */
  | 'exotic';

export type SerializedJson =
  | { readonly ok: true; readonly text: string; readonly value: JsonValue }
  | { readonly ok: false; readonly reason: UnserializableReason; readonly pointer: string };

/** Far above any schema; an object whose parts are shared may still unfold to more than memory holds. */
const maxNodes = 500_000;

/**
 * The JSON text of a JavaScript value, or the place that has no JSON form.
 *
 * Differs from `JSON.stringify` in that it refuses what that would drop or replace without a word:
 * functions, symbols, NaN, `undefined` in an array, a Map, an instance of a class. As there, a member
 * that is `undefined`, has a symbol for a name or is not enumerable counts as absent, and `toJSON` is used.
 * The value itself is only read; the copy that comes back shares nothing with it.
 */
export function toJsonText(value: unknown): SerializedJson {
  const copier = new Copier(value);
  try {
    const copy = copier.copy();
    return { ok: true, text: jsonText(copy), value: copy };
  } catch (error) {
    // Anything else was thrown by a getter, a proxy or a toJSON of the caller's, at the place just reached.
    const reason = error instanceof UnserializableError ? error.reason : 'exotic';
    return { ok: false, reason, pointer: copier.pointer() };
  }
}

class UnserializableError extends Error {
  constructor(readonly reason: UnserializableReason) {
    super(reason);
  }
}

/** A value still to be copied; its ancestors give the pointer, which only failures need. */
interface Task {
  readonly source: unknown;
  readonly token: string | number;
  readonly parent: Task | undefined;
  readonly depth: number;
  readonly put: (copy: JsonValue) => void;
}

/** Iterative: recursion over the caller's objects would overflow before the depth limit does. */
class Copier {
  #result: JsonValue = null;
  #nodes = 0;
  #current: Task;
  readonly #todo: (Task | { readonly leave: object })[];
  readonly #ancestors = new Set<object>();

  constructor(root: unknown) {
    this.#current = {
      source: root,
      token: '',
      parent: undefined,
      depth: 0,
      put: (copy) => {
        this.#result = copy;
      },
    };
    this.#todo = [this.#current];
  }

  copy(): JsonValue {
    for (let task = this.#todo.pop(); task !== undefined; task = this.#todo.pop()) {
      if ('leave' in task) {
        this.#ancestors.delete(task.leave);
      } else {
        this.#current = task;
        task.put(this.#copyOne(task));
      }
    }
    return this.#result;
  }

  pointer(): string {
    const tokens: (string | number)[] = [];
    for (let task = this.#current; task.parent !== undefined; task = task.parent) tokens.push(task.token);
    return tokens.reverse().reduce<string>(pointerTo, '');
  }

  #copyOne(task: Task): JsonValue {
    const value = throughToJson(task.source, String(task.token));
    if (++this.#nodes > maxNodes) throw new UnserializableError('too_large');
    switch (typeof value) {
      case 'string':
      case 'boolean':
        return value;
      case 'number':
        if (!Number.isFinite(value)) throw new UnserializableError('non_finite');
        // As JSON.stringify has it, which writes -0 as 0.
        return value === 0 ? 0 : value;
      case 'object':
        return value === null ? null : this.#copyContainer(value, task);
      default:
        throw new UnserializableError(typeof value as 'bigint' | 'function' | 'symbol' | 'undefined');
    }
  }

  #copyContainer(value: object, task: Task): JsonValue {
    if (this.#ancestors.has(value)) throw new UnserializableError('cycle');
    if (task.depth === maxDepth) throw new UnserializableError('too_deep');
    if (!Array.isArray(value) && !isPlainObject(value)) throw new UnserializableError('exotic');
    this.#ancestors.add(value);
    this.#todo.push({ leave: value });

    const copy: JsonValue[] | Record<string, JsonValue> = Array.isArray(value) ? [] : {};
    copyNotes(value, copy);
    const children: Task[] = [];
    for (const [token, source] of membersOf(value)) {
      // Defined rather than assigned: `__proto__` is a name like any other.
      const put = (member: JsonValue): void => {
        const attributes = { value: member, enumerable: true, configurable: true, writable: true };
        Object.defineProperty(copy, token, attributes);
      };
      children.push({ source, token, parent: task, depth: task.depth + 1, put });
    }
    // Last in, first out: the order of members must come out as it went in.
    for (const child of children.reverse()) this.#todo.push(child);
    return copy;
  }
}

function membersOf(value: object): (readonly [string | number, unknown])[] {
  return Array.isArray(value)
    ? Array.from(value, (item: unknown, index) => [index, item] as const)
    : entriesOf(value as Readonly<Record<string, unknown>>).filter(([, member]) => member !== undefined);
}

function throughToJson(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const toJson: unknown = Reflect.get(value, 'toJSON');
  return typeof toJson === 'function' ? toJson.call(value, key) : value;
}

/** Object literals and `Object.create(null)`, those of another realm included. */
function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

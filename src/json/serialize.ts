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
  /** With its shared parts written out, it is too large. */
  | 'too_large'
  /** A Map, a RegExp, an instance of a class, or a value that throws when it is read. */
  | 'exotic';

export type SerializedJson =
  | { readonly ok: true; readonly text: string; readonly value: JsonValue }
  | { readonly ok: false; readonly reason: UnserializableReason; readonly pointer: string };

/** Far more than any schema has. With its shared parts written out, an object can be larger than memory. */
const maxNodes = 500_000;

/**
 * Returns the JSON text of a JavaScript value, or the place that has no JSON form.
 *
 * Unlike `JSON.stringify`, it rejects values that would be dropped or replaced silently: functions, symbols, NaN,
 * `undefined` in an array, a Map, an instance of a class. Like there, a member that is `undefined`, has a symbol as its
 * name or is not enumerable is absent, and `toJSON` is called. The returned copy shares nothing with the value.
 */
export function toJsonText(value: unknown): SerializedJson {
  const copier = new Copier(value);
  try {
    const copy = copier.copy();
    return { ok: true, text: jsonText(copy), value: copy };
  } catch (error) {
    // Any other error comes from the caller's getter, proxy or toJSON at the current place.
    const reason = error instanceof UnserializableError ? error.reason : 'exotic';
    return { ok: false, reason, pointer: copier.pointer() };
  }
}

class UnserializableError extends Error {
  constructor(readonly reason: UnserializableReason) {
    super(reason);
  }
}

/** A value to be copied. Only failures need its pointer, which its ancestors give. */
interface Task {
  readonly source: unknown;
  readonly token: string | number;
  readonly parent: Task | undefined;
  readonly depth: number;
  readonly put: (copy: JsonValue) => void;
}

/** Is iterative, because recursion would overflow the stack before the depth limit is reached. */
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
      // Defined instead of assigned, so that `__proto__` is an ordinary name.
      const put = (member: JsonValue): void => {
        const attributes = { value: member, enumerable: true, configurable: true, writable: true };
        Object.defineProperty(copy, token, attributes);
      };
      children.push({ source, token, parent: task, depth: task.depth + 1, put });
    }
    // Reversed, because the stack returns the last one first.
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

/** Whether a value is an object literal or `Object.create(null)`, also of another realm. */
function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

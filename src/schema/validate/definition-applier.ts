import type { ValidateFunction } from 'ajv';
import type { DataValidateFunction, DataValidationCxt } from 'ajv/dist/types/index.js';
import { pointerTo } from '../../json/pointer.js';
import type { ReportedError } from './violations.js';
import { maxViolations } from './violations.js';

/** Looks a definition up by its name; it is compiled when it is first asked for. */
export type Definitions = (name: string) => ValidateFunction;
export type Errors = ReportedError[];
export type Context = DataValidationCxt | undefined;

/** So many references may be under way at once; each takes up to a few KB of stack. */
const maxNestedReferences = 60;

/**
 * And so many times may something deeper have to come first: a dozen references for each level of the deepest
 * value that can be parsed. Each place has its path for a name, so time grows with the square of the depth.
 */
const maxDeferred = 400;

interface Verdict {
  readonly valid: boolean;
  readonly errors: Errors | undefined;
}

/** Thrown where the stack is getting high: this has to be judged first, from the bottom of the stack. */
class Deferred {
  constructor(
    readonly name: string,
    readonly value: unknown,
    readonly context: Context,
  ) {}

  get key(): string {
    return keyOf(this.name, this.context);
  }
}

function keyOf(name: string, context: Context): string {
  return `${name}${context?.instancePath ?? ''}`;
}

/**
 * Applies definitions to values.
 *
 * Unlike with ajv's `$ref`, a definition is compiled when a value gets to it, so that a long chain of them
 * does not overflow the stack; nor does a deep value, because what is deep down is judged first then.
 */
export class DefinitionApplier {
  /** So many errors are kept; an answer may be wrong a million times. */
  readonly enough: number;
  readonly #definitions: Definitions;
  readonly #entangled: ReadonlySet<string>;
  readonly #references = new Map<string, DataValidateFunction>();
  /** In this run, by definition and place: of entangled definitions, and of what had to be judged first. */
  readonly #verdicts = new Map<string, Verdict>();
  #nested = 0;
  #hasDeferred = false;

  constructor(definitions: Definitions, entangled: ReadonlySet<string>, allErrors: boolean) {
    this.#definitions = definitions;
    this.#entangled = entangled;
    this.enough = allErrors ? maxViolations : 1;
  }

  /** Judges a value as a whole. */
  run(name: string, value: unknown): Errors {
    const todo: Deferred[] = [new Deferred(name, value, undefined)];
    const begun = new Set<string>();
    this.#verdicts.clear();
    this.#hasDeferred = false;
    for (let task = todo.at(-1); ; task = todo.at(-1)) {
      if (task === undefined) throw new Error('A run ended without a verdict.');
      this.#nested = 0;
      try {
        const verdict = this.#judge(task.name, task.value, task.context);
        if (todo.length === 1) return verdict.valid ? [] : (verdict.errors ?? []);
        this.#verdicts.set(task.key, verdict);
        todo.pop();
      } catch (error) {
        if (!(error instanceof Deferred)) throw error;
        // Too deep, or a circle that only shows in what `$dynamicRef` leads to.
        if (todo.length > maxDeferred || begun.has(error.key)) throw new RangeError('Too deep');
        begun.add(error.key);
        this.#hasDeferred = true;
        todo.push(error);
      }
    }
  }

  isValid(name: string, value: unknown, context: Context): boolean {
    return this.referenceTo(name)(value, context) === true;
  }

  /** Whether the value is valid; what is wrong is added to the errors. */
  apply(name: string, value: unknown, context: Context, errors: Errors): boolean {
    const reference = this.referenceTo(name);
    if (reference(value, context) === true) return true;
    // A reference reports what definitions did, which is whole.
    const found = (reference.errors ?? []) as Errors;
    for (const error of found) if (errors.length < this.enough) errors.push(error);
    return false;
  }

  /** As `apply`, to a property or an item. */
  applyToPart(
    name: string,
    whole: object,
    token: string | number,
    context: Context,
    errors: Errors,
  ): boolean {
    return this.apply(name, Reflect.get(whole, token), partOf(context, token), errors);
  }

  /** A function that applies a definition. */
  referenceTo(name: string): DataValidateFunction {
    const known = this.#references.get(name);
    if (known !== undefined) return known;
    const isEntangled = this.#entangled.has(name);
    const reference: DataValidateFunction = (value: unknown, context: Context) => {
      const key = isEntangled || this.#hasDeferred ? keyOf(name, context) : '';
      let verdict = key === '' ? undefined : this.#verdicts.get(key);
      if (verdict === undefined) {
        if (this.#nested === maxNestedReferences) throw new Deferred(name, value, context);
        this.#nested++;
        verdict = this.#judge(name, value, context);
        this.#nested--;
        if (isEntangled) this.#verdicts.set(key, verdict);
      }
      reference.errors = verdict.errors ?? [];
      return verdict.valid;
    };
    this.#references.set(name, reference);
    return reference;
  }

  #judge(name: string, value: unknown, context: Context): Verdict {
    const validate = this.#definitions(name);
    if (Reflect.apply(validate, undefined, [value, context]) === true) return valid;
    return { valid: false, errors: validate.errors?.slice(0, this.enough) };
  }
}

const valid: Verdict = { valid: true, errors: undefined };

/** The context of a property or an item. */
export function partOf(context: Context, token: string | number): DataValidationCxt {
  return { ...context, instancePath: pointerTo(context?.instancePath ?? '', token) } as DataValidationCxt;
}

/** Makes the function that ajv wants of one that adds errors where the value is not valid. */
export function reporting<V>(
  report: (value: V, context: Context, errors: Errors) => void,
): DataValidateFunction {
  const validate: DataValidateFunction = (value: V, context?: DataValidationCxt) => {
    const errors: Errors = [];
    report(value, context, errors);
    validate.errors = errors;
    return errors.length === 0;
  };
  return validate;
}

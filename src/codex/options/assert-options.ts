import { isObject } from '../../json/value.js';
import { closest } from './closest.js';
import { describeValue, mismatchMessage, type OptionTable, type Validator } from './validators.js';

/**
 * Checks an argument of a public function.
 *
 * @param of - the function, as its caller writes it: `run()`
 * @throws {TypeError} that names the argument, what it must be, and what it is
 */
export function assertArgument(of: string, name: string, value: unknown, expectation: Validator): void {
  const mismatch = expectation(value);
  if (mismatch !== null) throw new TypeError(`${of}: ${mismatchMessage(name, mismatch)}.`);
}

/**
 * Checks the options of a public function. Unknown options are errors: a misspelled limit would be no limit.
 *
 * @throws {TypeError} that names the option, what it must be, and what it is
 */
export function assertOptions<O>(of: string, options: unknown, table: OptionTable<O>): void {
  if (options === undefined) return;
  if (!isObject(options))
    throw new TypeError(`${of}: the options must be an object, not ${describeValue(options)}.`);
  const expectations: Readonly<Record<string, Validator>> = table;
  for (const name of Object.keys(options)) {
    if (!Object.hasOwn(expectations, name))
      throw new TypeError(`${of}: ${unknownOption(name, expectations)}`);
  }
  for (const [name, expectation] of Object.entries(expectations)) {
    const value = options[name];
    if (value !== undefined) assertArgument(of, name, value, expectation);
  }
}

/**
 * Returns the options with inherited ones (such as getters of a class) as own properties, which copies would lose.
 */
export function withInheritedOptions<O extends object>(options: O, table: OptionTable<O>): O {
  const inherited = Object.keys(table).filter((name) => name in options && !Object.hasOwn(options, name));
  if (inherited.length === 0) return options;
  const values = inherited.map((name) => [name, options[name as keyof O]] as const);
  return { ...Object.fromEntries(values), ...options };
}

function unknownOption(name: string, known: Readonly<Record<string, Validator>>): string {
  const near = closest(
    name.toLowerCase(),
    Object.keys(known).map((one) => one.toLowerCase()),
  );
  const meant = Object.keys(known).find((one) => one.toLowerCase() === near);
  const hint = meant === undefined ? 'Remove it.' : `Did you mean '${meant}'?`;
  return `unknown option ${describeValue(name)}. ${hint}`;
}

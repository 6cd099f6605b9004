import type { Format } from 'ajv';
import { fullFormats } from 'ajv-formats/dist/formats.js';

/** Whether a value of the type that the format is about conforms; true for values of another type. */
export type FormatCheck = (value: string | number) => boolean;

/** Every format that is asserted. Others are annotations. */
export const formatChecks: ReadonlyMap<string, FormatCheck> = new Map(
  Object.entries(fullFormats).flatMap(([name, definition]) => {
    const check = toCheck(definition);
    return check === undefined ? [] : [[name, check] as const];
  }),
);

function toCheck(definition: Format): FormatCheck | undefined {
  if (definition instanceof RegExp) return onStrings((text) => definition.test(text));
  if (typeof definition === 'function') return onStrings((text) => definition(text) === true);
  if (typeof definition !== 'object' || definition.async === true) return undefined;
  const { validate, type } = definition;
  if (typeof validate !== 'function') return undefined;
  // The types do not tie a format's type to its function's parameter.
  const accepts = (value: string | number): boolean => Reflect.apply(validate, undefined, [value]) === true;
  return type === 'number' ? (value) => typeof value !== 'number' || accepts(value) : onStrings(accepts);
}

function onStrings(check: (text: string) => boolean): FormatCheck {
  return (value) => typeof value !== 'string' || check(value);
}

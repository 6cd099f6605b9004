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

function toCheck(definition: (typeof fullFormats)[keyof typeof fullFormats]): FormatCheck | undefined {
  if (typeof definition === 'boolean') return undefined;
  if (definition instanceof RegExp) return onStrings((text) => definition.test(text));
  if (typeof definition === 'function') return onStrings((text) => definition(text) === true);
  return undefined;
}

function onStrings(check: (text: string) => boolean): FormatCheck {
  return (value) => typeof value !== 'string' || check(value);
}

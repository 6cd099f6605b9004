import type { Format } from 'ajv';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { compilePattern } from '../../compile-pattern.js';
import { isEmail, isIdnEmail } from './email.js';
import { isHostname, isIdnHostname } from './hostname.js';
import { duration, isDateTime, isTime } from './time.js';
import { isIri, isIriReference, isUri, isUriReference, uriTemplate } from './uri.js';

/** Whether a value of the type that the format is about conforms; true for values of another type. */
export type FormatCheck = (value: string | number) => boolean;

/** Where ajv-formats is not what the RFCs say, or has nothing. */
const own: Readonly<Record<string, (text: string) => boolean>> = {
  time: isTime,
  'date-time': isDateTime,
  duration: (text) => duration.test(text),
  uri: isUri,
  'uri-reference': isUriReference,
  iri: isIri,
  'iri-reference': isIriReference,
  'uri-template': (text) => uriTemplate.test(text),
  hostname: isHostname,
  'idn-hostname': isIdnHostname,
  email: isEmail,
  'idn-email': isIdnEmail,
  uuid: (text) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text),
  regex: (text) => compilePattern(text) !== undefined,
};

/** Every format that is asserted. Others are annotations. */
export const formatChecks: ReadonlyMap<string, FormatCheck> = new Map([
  ...Object.entries(fullFormats).flatMap(([name, definition]): [string, FormatCheck][] => {
    const check = toCheck(definition);
    return check === undefined ? [] : [[name, check]];
  }),
  ...Object.entries(own).map(([name, check]): [string, FormatCheck] => [name, onStrings(check)]),
]);

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

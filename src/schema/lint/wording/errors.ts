import { formatList } from '../../../text/format-list.js';
import type { FindingCode } from '../arguments.js';
import { quoted } from '../phrases.js';
import type { LimitCode } from './limits.js';
import type { WarningCode } from './warnings.js';
import { checkAfterwards, type WordingOf } from './wording.js';

const encodeOrAdapt = 'or let `--schema-mode adapt` encode it';
const wrapRoot = 'Put the answer under a property of one object, or let `--schema-mode adapt` wrap it.';

/** What is known to be refused. */
export const ERRORS: WordingOf<Exclude<FindingCode, LimitCode | WarningCode>> = {
  root_type: {
    about: 'A root that is not `"type": "object"`',
    fix: wrapRoot,
    message: ({ found }) =>
      found === null
        ? 'The root has no "type", but it must be "object".'
        : `The root has the type ${found}, but it must be "object".`,
    hint: ({ found }) =>
      found === null
        ? 'Add "type": "object"; an answer that is no object goes under a property of one.'
        : wrapRoot,
  },
  root_union: {
    about: 'A root with `anyOf` or `oneOf`',
    fix: 'Put the union under a property of one object, or let `--schema-mode adapt` wrap it.',
    message: ({ keyword }) => `The root has ${quoted(keyword)}, but it must be one object.`,
  },
  root_ref: {
    about: 'A root that is a `$ref`',
    fix: 'Write what it refers to in place of it.',
    message: () => 'The root is a "$ref", but it must be an object itself.',
  },
  boolean_root: {
    about: 'A root that is `true` or `false`',
    fix: 'Describe the answer with a schema that is an object.',
    message: ({ value }) => `The whole schema is ${value}.`,
  },
  additional_properties_missing: {
    about: 'An object without `additionalProperties`',
    fix: 'Add `"additionalProperties": false`.',
    message: () => 'This object does not say "additionalProperties": false.',
    hint: () => 'Add "additionalProperties": false.',
  },
  additional_properties_true: {
    about: '`additionalProperties: true`, or a schema that allows anything',
    fix: `Set it to false, ${encodeOrAdapt}.`,
    message: () => 'This object allows any other properties, but every object must be closed.',
  },
  map: {
    about: 'A map: a schema under `additionalProperties`',
    fix: `Use an array of objects with a key and a value, ${encodeOrAdapt}.`,
    message: () => 'This is a map from any key to a value, but every object must name its properties.',
  },
  pattern_properties: {
    about: '`patternProperties`',
    fix: `Name the properties, use an array of keys and values, ${encodeOrAdapt}.`,
    message: () => '"patternProperties" is refused: every object must name its properties.',
  },
  required_missing: {
    about: '`required` that does not list every property',
    fix: 'List every property; one that may be left out is one that may be null, or use `--schema-mode adapt`.',
    message: ({ names, count }) => `"required" does not list ${formatList(names.map(quoted), count)}.`,
    hint: ({ count }) =>
      `Add ${count === 1 ? 'it' : 'them'} to "required"; to say that a property may be absent, allow null.`,
  },
  required_unknown: {
    about: '`required` that lists what is no property',
    fix: 'Take it out of `required`, or describe it under `properties`.',
    message: ({ names, count }) =>
      `"required" lists ${formatList(names.map(quoted), count)}, but "properties" does not.`,
  },
  missing_type: {
    about: 'A schema without `type`, `$ref` or `anyOf`; `{}` too',
    fix: 'Add `type`. A value of any type can be asked for as JSON text in a string (`--schema-mode adapt`).',
    message: ({ empty }) =>
      empty
        ? 'This schema allows anything, but every schema needs a "type".'
        : 'This schema has no "type", "$ref" or "anyOf".',
    hint: ({ type }) =>
      type === null
        ? 'Add "type"; a value of any type can be asked for as JSON text in a string (--schema-mode adapt).'
        : `Add "type": ${type}.`,
  },
  boolean_schema: {
    about: '`true` or `false` in place of a schema',
    fix: 'Say what the value is, or leave it out.',
    message: ({ value }) => `This schema is ${value}, but every schema must be an object with a "type".`,
    hint: ({ value }) =>
      value
        ? 'Add a type; a value of any type can be asked for as JSON text in a string (--schema-mode adapt).'
        : 'Leave out what can never be there.',
  },
  missing_items: {
    about: 'An array without `items`',
    fix: 'Add `items` with the schema of every element.',
    message: () => 'This array does not say what its "items" are.',
    hint: () => 'Add "items" with the schema of every element.',
  },
  tuple: {
    about: 'A tuple: `prefixItems`, a list under `items`, `additionalItems`',
    fix: `Use an object with one property an element, ${encodeOrAdapt}.`,
    message: ({ keyword }) =>
      `${quoted(keyword)} makes a tuple, but every element must have the same schema.`,
  },
  all_of: {
    about: '`allOf`',
    fix: 'Merge its schemas into this one, or let `--schema-mode adapt` do it.',
    message: () => '"allOf" is refused.',
  },
  one_of: {
    about: '`oneOf`',
    fix: 'Use `anyOf`.',
    message: () => '"oneOf" is refused.',
    hint: () => 'Use "anyOf".',
  },
  not: { about: '`not`', fix: checkAfterwards, message: () => '"not" is refused.' },
  conditional: {
    about: '`if`, `then`, `else`',
    fix: 'Use `anyOf` with one schema a case, or let `--schema-mode adapt` check it on the answer.',
    message: ({ keyword }) => `${quoted(keyword)} is refused: there are no conditions.`,
  },
  dependents: {
    about: '`dependentRequired`, `dependentSchemas`, `dependencies`',
    fix: checkAfterwards,
    message: ({ keyword }) => `${quoted(keyword)} is refused: there are no conditions.`,
  },
  property_names: {
    about: '`propertyNames`',
    fix: checkAfterwards,
    message: () => '"propertyNames" is refused.',
  },
  property_count: {
    about: '`minProperties`, `maxProperties`',
    fix: checkAfterwards,
    message: ({ keyword }) => `${quoted(keyword)} is refused.`,
  },
  unevaluated: {
    about: '`unevaluatedProperties`, `unevaluatedItems`',
    fix: 'Close the object with `additionalProperties: false` instead.',
    message: ({ keyword }) => `${quoted(keyword)} is refused.`,
    hint: ({ keyword }) =>
      keyword === 'unevaluatedItems'
        ? 'Say what the elements are with "items".'
        : 'Close the object with "additionalProperties": false instead.',
  },
  unique_items: { about: '`uniqueItems`', fix: checkAfterwards, message: () => '"uniqueItems" is refused.' },
  contains: {
    about: '`contains`, `minContains`, `maxContains`',
    fix: checkAfterwards,
    message: ({ keyword }) => `${quoted(keyword)} is refused.`,
  },
  format: {
    about: 'A `format` outside the short list',
    fix: 'Take one of date-time, time, date, duration, email, hostname, ipv4, ipv6, uuid, or leave it out.',
    message: ({ format }) => `The format ${quoted(format)} is refused.`,
  },
  ref_constraint: {
    about: 'A keyword beside `$ref` that says what is valid',
    fix: 'Write out the schema in place of the reference, with the keyword in it.',
    message: ({ keyword }) => `${quoted(keyword)} stands beside a "$ref", which must stand alone.`,
  },
  remote_ref: {
    about: 'A `$ref` to another document',
    fix: 'Nothing is fetched: copy what it refers to into `$defs`.',
    message: ({ ref }) => `The reference ${quoted(ref)} leads to another document.`,
  },
  dangling_ref: {
    about: 'A `$ref` to nothing',
    fix: 'Correct the reference, or add what it refers to.',
    message: ({ ref }) => `The reference ${quoted(ref)} points to nothing.`,
  },
  unsafe_integer: {
    about: 'An integer beyond 2^53-1',
    fix: 'Use a smaller number, or leave it out.',
    message: ({ value }) => `The integer ${value} is beyond 2^53-1 and would not be kept exactly.`,
  },
};

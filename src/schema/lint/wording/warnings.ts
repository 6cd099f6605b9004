import { quoted } from '../phrases.js';
import { checkAfterwards, type WordingOf } from './wording.js';

export type WarningCode =
  | 'enum_without_type'
  | 'enum_types'
  | 'enum_structure'
  | 'ref_annotation'
  | 'ref_target'
  | 'definitions'
  | 'nested_definitions'
  | 'nested_identifier'
  | 'same_first_key'
  | 'pattern_syntax'
  | 'max_length'
  | 'default'
  | 'title'
  | 'nullable'
  | 'content'
  | 'annotation'
  | 'unknown_keyword';

const leaveOut = 'Leave it out of what is sent.';

/** What sources differ on, or nobody is known to have tried. */
export const WARNINGS: WordingOf<WarningCode> = {
  enum_without_type: {
    about: '`enum` without `type`',
    fix: 'Add `type`.',
    message: () => 'This "enum" has no "type" beside it.',
    hint: ({ type }) => `Add "type": ${type}.`,
  },
  enum_types: {
    about: '`enum` with values of several types, null apart',
    fix: 'Use `anyOf` with one `enum` a type.',
    message: ({ types }) => `The values of this "enum" are of several types: ${types.join(', ')}.`,
  },
  enum_structure: {
    about: 'An object or an array as a value of `enum` or `const`',
    fix: 'Describe it with `properties` or `items`.',
    message: ({ keyword }) => `A value of this ${quoted(keyword)} is an object or an array.`,
  },
  ref_annotation: {
    about: 'A keyword beside `$ref` that changes nothing, such as `description`',
    fix: 'Move it into what is referred to.',
    message: ({ keyword }) => `${quoted(keyword)} stands beside a "$ref", which providers often refuse.`,
  },
  ref_target: {
    about: 'A `$ref` to anything but `#` or a definition at the top',
    fix: 'Move what it refers to into `$defs` at the top, and write `#/$defs/NAME`.',
    message: ({ ref }) => `The reference ${quoted(ref)} does not lead to a definition at the top.`,
  },
  definitions: {
    about: '`definitions`',
    fix: 'Rename it to `$defs`, and the references with it.',
    message: () => '"definitions" is the older name of "$defs", which not every source lists.',
  },
  nested_definitions: {
    about: '`$defs` or `definitions` below the top',
    fix: 'Move them to the top.',
    message: () => 'These definitions are not at the top of the schema.',
  },
  nested_identifier: {
    about: '`$id` below the top, anchors, dynamic and recursive references',
    fix: 'Use `$ref` with `#/$defs/NAME`.',
    message: ({ keyword }) => `Nobody has tried whether ${quoted(keyword)} is taken here.`,
  },
  same_first_key: {
    about: '`anyOf` whose objects begin with the same property, and no value of it tells them apart',
    fix: 'Begin each with a property whose `const` says which one it is.',
    message: ({ key }) =>
      `Objects of this "anyOf" begin with the same property, ${quoted(key)}, and do not differ in its value.`,
  },
  pattern_syntax: {
    about: '`pattern` with look-around, back-references or other rare syntax',
    fix: 'Use a plain regular expression, or leave it out.',
    message: ({ syntax }) => `This pattern uses ${syntax}, which nobody has tried.`,
  },
  max_length: {
    about: '`maxLength`',
    fix: checkAfterwards,
    message: () => 'Sources differ on whether "maxLength" is taken.',
  },
  default: {
    about: '`default`',
    fix: leaveOut,
    message: () => 'Sources differ on whether "default" is taken; it fills in nothing anyway.',
  },
  title: { about: '`title`', fix: leaveOut, message: () => 'Sources differ on whether "title" is taken.' },
  nullable: {
    about: '`nullable`, which is OpenAPI',
    fix: 'Add `"null"` to `type`, and null to an `enum`; `--schema-mode adapt` does it.',
    message: () => '"nullable" means nothing here: null will never be answered.',
  },
  content: {
    about: '`contentEncoding`, `contentMediaType`, `contentSchema`',
    fix: leaveOut,
    message: ({ keyword }) => `Nobody has tried whether ${quoted(keyword)} is taken.`,
  },
  annotation: {
    about: '`examples`, `$comment`, `deprecated`, `readOnly` and other notes',
    fix: leaveOut,
    message: ({ keyword }) => `Nobody has tried whether ${quoted(keyword)} is taken.`,
  },
  unknown_keyword: {
    about: 'A keyword that is none',
    fix: 'Correct its spelling, or leave it out.',
    message: ({ keyword }) => `${quoted(keyword)} is no keyword of JSON Schema.`,
  },
};

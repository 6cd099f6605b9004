/** Tests of the JSON Schema Test Suite that `validate` answers differently, each with the reason. */
export interface Deviation {
  readonly drafts: readonly string[];
  readonly file: string;
  /** Of the group and the test; absent: all that differ in this file. */
  readonly group?: string;
  readonly tests?: readonly string[];
  readonly reason: string;
}

const since2019 = ['draft2019-09', 'draft2020-12'];
const since7 = ['draft7', ...since2019];

export const knownDeviations: readonly Deviation[] = [
  {
    drafts: ['draft2020-12'],
    file: 'format',
    reason: 'By decision: formats are asserted unless they are turned off.',
  },
  {
    drafts: since2019,
    file: 'optional/dependencies-compatibility',
    reason: 'By decision: `dependencies` is understood where no `$schema` is named, or one that has it.',
  },
  {
    drafts: ['draft7'],
    file: 'optional/content',
    reason: 'contentMediaType and contentEncoding are annotations, as later drafts have them.',
  },
  {
    drafts: since2019,
    file: 'vocabulary',
    group: 'schema that uses custom metaschema with with no validation vocabulary',
    tests: ['no validation: invalid number, but it still validates'],
    reason: 'A meta-schema of someone’s own is not fetched: the schema is read as 2020-12, with a notice.',
  },
  {
    drafts: ['draft4'],
    file: 'optional/zeroTerminatedFloats',
    reason: '1.0 and 1 are the same JavaScript number.',
  },
  {
    drafts: since7,
    file: 'optional/format/idn-hostname',
    tests: [
      'A-label that decodes to a Bidi rule violation is invalid',
      'Bidi domain name with a digit-first label is invalid',
      'label starting with a digit before a right-to-left letter is invalid',
      'left-to-right label containing a right-to-left letter is invalid',
    ],
    reason: 'RFC 5893 needs bidirectional classes, which JavaScript does not have.',
  },
  {
    drafts: since7,
    file: 'optional/format/idn-hostname',
    tests: ['zero width non-joiner must pass at every occurrence'],
    reason: 'The joining rule of RFC 5892 A.1 needs joining types, which JavaScript does not have.',
  },
];

/** Groups that are refused before anything is validated, by the code of the issue that refuses them. */
export const refusals: Readonly<Record<string, string>> = {
  remote_ref: 'Needs another document; nothing is fetched.',
  boolean_root: 'By decision: a schema that is only `true` or `false` is not sent.',
};

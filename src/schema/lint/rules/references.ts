import { quoteKey } from '../../../json/explain.js';
import { brokenReferenceMessage, REFERENCE_FIX } from '../../dialect/broken-references.js';
import {
  DEFINITION_KEYWORDS,
  isConstraint,
  keywordsOfRule,
  REFERENCE_KEYWORDS,
} from '../../dialect/keywords.js';
import { refsOf, resolveRef } from '../../dialect/references.js';
import { type Found, found, isBesideRef, nothing, type Place, type Rule } from '../rule.js';

export const REFERENCE_RULES: readonly Rule[] = [
  {
    code: 'ref_constraint',
    severity: 'error',
    sources: ['J', 'E10'],
    about: 'A keyword beside `$ref` that constrains the value',
    fix: 'Replace the reference with the schema that it refers to, and add the keyword there.',
    on: { keywords: 'any' },
    check: (place) =>
      isBesideRef(place) && isConstraint(place.keyword ?? '')
        ? found(`"${place.keyword}" stands beside a "$ref", which must stand alone.`)
        : nothing,
  },
  {
    code: 'ref_annotation',
    severity: 'warning',
    disputed: true,
    sources: ['N', 'J', 'E10'],
    about: 'A keyword beside `$ref` that constrains nothing, such as `description`',
    fix: 'Move it into the schema that the reference leads to.',
    on: { keywords: 'any' },
    check(place) {
      // A root that is a reference has its own finding, and its definitions must stay beside it.
      if (place.parent === undefined || !isBesideRef(place) || isConstraint(place.keyword ?? ''))
        return nothing;
      return found(`${quoteKey(place.keyword ?? '')} stands beside a "$ref", which providers often reject.`);
    },
  },
  {
    code: 'remote_ref',
    severity: 'error',
    sources: ['D', 'N'],
    about: 'A `$ref` to another document',
    fix: REFERENCE_FIX.remote,
    on: { keywords: [...REFERENCE_KEYWORDS] },
    check: (place) => brokenReferences(place, 'remote'),
  },
  {
    code: 'dangling_ref',
    severity: 'error',
    sources: ['J'],
    about: 'A `$ref` whose target does not exist',
    fix: REFERENCE_FIX.dangling,
    on: { keywords: [...REFERENCE_KEYWORDS] },
    check: (place) => brokenReferences(place, 'dangling'),
  },
  {
    code: 'ref_target',
    severity: 'warning',
    disputed: true,
    sources: ['N', 'J', 'E11'],
    about: 'A `$ref` to anything but `#` or a definition of the root',
    fix: 'Move its target into `$defs` of the root, and write `#/$defs/NAME`.',
    on: { keywords: ['$ref'] },
    check({ document, site, value, parent }) {
      if (parent === undefined || typeof value !== 'string' || isTopLevel(value)) return nothing;
      // Broken references are findings of other rules.
      if (resolveRef(document, site, value).kind !== 'found') return nothing;
      return found(`The reference ${quoteKey(value, 200)} does not lead to a definition of the root.`);
    },
  },
  {
    code: 'definitions',
    severity: 'warning',
    disputed: true,
    sources: ['L', 'N', 'E11'],
    about: '`definitions`',
    fix: 'Rename it to `$defs`, also in the references to it.',
    on: { keywords: ['definitions'] },
    check: ({ parent }) =>
      parent === undefined
        ? found('"definitions" is the older name of "$defs", which not every source lists.')
        : nothing,
  },
  {
    code: 'nested_definitions',
    severity: 'warning',
    disputed: true,
    sources: ['N', 'J', 'E11'],
    about: '`$defs` or `definitions` below the root',
    fix: 'Move them to the root.',
    on: { keywords: [...DEFINITION_KEYWORDS] },
    notBesideRef: true,
    check: ({ parent }) =>
      parent === undefined ? nothing : found('These definitions are not at the root of the schema.'),
  },
  {
    code: 'nested_identifier',
    severity: 'warning',
    sources: ['N'],
    about: '`$id` below the root, anchors, dynamic and recursive references',
    fix: 'Use `$ref` with `#/$defs/NAME`.',
    on: { keywords: keywordsOfRule('nested_identifier') },
    notBesideRef: true,
    check({ keyword, parent }) {
      const names = keyword === '$id' || keyword === 'id';
      return names && parent === undefined ? nothing : found(`Support for "${keyword}" here is unverified.`);
    },
  },
];

/** Providers resolve references from the root, whatever `$id` is around them. */
function isTopLevel(ref: string): boolean {
  return ref === '#' || /^#\/(?:\$defs|definitions)\/[^/]+$/.test(ref);
}

function brokenReferences({ document, site, keyword }: Place, kind: 'remote' | 'dangling'): readonly Found[] {
  return refsOf(document, site).flatMap((reference) =>
    reference.keyword === keyword && reference.target.kind === kind
      ? found(brokenReferenceMessage(reference.target))
      : [],
  );
}

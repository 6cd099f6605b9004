import {
  describePlace,
  type SchemaEncodeFailure,
  type SchemaUnsupportedFailure,
  schemaEncodeFailure,
  schemaUnsupportedFailure,
} from '../../diagnostics/schema-failures.js';
import { quoteKey } from '../../json/explain.js';
import { describeBrokenReference } from '../dialect/broken-references.js';
import type { LoadedSchema } from '../load-schema.js';

type ProblemKind = 'dangling' | 'dynamic' | 'other_draft' | 'outside' | 'too_large' | 'unreadable';

/** Why a reference to a file cannot be bundled. */
export class BundleError extends Error {
  override readonly name = 'BundleProblem';

  /**
   * @param via - pointer of the root's reference that led to it
   * @param ref - what could not be followed: a reference, or a keyword
   * @param detail - the file's name; for a file that is not read, the reason
   */
  constructor(
    readonly kind: ProblemKind,
    readonly via: string,
    readonly ref: string,
    readonly detail: string,
  ) {
    super(`${kind}: ${ref}`);
  }
}

export function failureOf(
  { kind, via, ref, detail }: BundleError,
  loaded: LoadedSchema,
): SchemaEncodeFailure | SchemaUnsupportedFailure {
  const { subject, positionOf } = loaded;
  const quoted = quoteKey(ref, 200);
  const position = positionOf(via);
  const place = describePlace(via, position);
  const at = { pointer: via, position };
  const unsupported = (code: string, message: string, hint: string) =>
    schemaUnsupportedFailure(subject, [
      { code, severity: 'error', pointer: via, ...position, message, hint },
    ]);
  switch (kind) {
    case 'unreadable':
      return schemaEncodeFailure(
        'dangling_ref',
        `${subject} refers to a file that cannot be used (${quoted} ${place}): ${detail}.`,
        at,
      );
    case 'dangling':
      return schemaEncodeFailure(
        'dangling_ref',
        `${subject} is not a valid JSON Schema: ${describeBrokenReference({ kind: 'dangling', ref }, place, detail)}.`,
        at,
      );
    case 'too_large':
      return schemaEncodeFailure(
        'too_deep',
        `${subject} is too large with the files that it refers to; put shared parts under "$defs".`,
        at,
      );
    case 'outside':
      return unsupported(
        'ref_outside',
        `The reference ${quoted} ${detail}.`,
        'Move the file there, or allow references outside of it.',
      );
    case 'other_draft':
      return unsupported(
        'ref_draft',
        `The reference ${quoted} leads to ${detail}, whose "$schema" is another draft.`,
        'Use the same draft in both.',
      );
    case 'dynamic':
      return unsupported(
        'ref_dynamic',
        `The target in ${detail} uses ${quoted}, which has no meaning in another document.`,
        'Use "$ref" instead.',
      );
  }
}

import {
  describePlace,
  type SchemaEncodeFailure,
  type SchemaUnsupportedFailure,
  schemaEncodeFailure,
  schemaUnsupportedFailure,
} from '../../diagnostics/schema-failures.js';
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
  const quoted = JSON.stringify(ref.slice(0, 200));
  const position = positionOf(via);
  const place = describePlace(via, position);
  const place10 = { pointer: via, position };
  const unsupported = (code: string, message: string, hint: string) =>
    schemaUnsupportedFailure(subject, [
      { code, severity: 'error', pointer: via, ...position, message, hint },
    ]);
  switch (kind) {
    case 'unreadable':
      return schemaEncodeFailure(
        'dangling_ref',
        `${subject} refers to a file that cannot be used (${quoted} ${place}): ${detail}.`,
        place10,
      );
    case 'dangling':
      return schemaEncodeFailure(
        'dangling_ref',
        `${subject} is not a valid JSON Schema: ${describeBrokenReference({ kind: 'dangling', ref }, place, detail)}.`,
        place10,
      );
    case 'too_large':
      return schemaEncodeFailure(
        'too_deep',
        `${subject} unfolds with its files to more than can be handled: name shared parts with "$defs".`,
        place10,
      );
    case 'outside':
      return unsupported(
        'ref_outside',
        `The reference ${quoted} ${detail}.`,
        'Move the file there, or allow it with --allow-refs-outside.',
      );
    case 'other_draft':
      return unsupported(
        'ref_draft',
        `The reference ${quoted} leads to ${detail}, whose "$schema" is another draft.`,
        'Write both in the same draft.',
      );
    case 'dynamic':
      return unsupported(
        'ref_dynamic',
        `What is referred to in ${detail} uses ${quoted}, which has no meaning in another document.`,
        'Use "$ref" there.',
      );
  }
}

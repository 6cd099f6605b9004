import type { SchemaEncodeReason } from '../../diagnostics/schema-failures.js';

/** Why a text has no JSON form, and where. `toJsonSource` catches it. */
export class FormatError extends Error {
  override readonly name = 'FormatProblem';

  /**
   * @param problem - the end of a sentence whose subject is the schema, without a full stop
   * @param offset - in UTF-16 code units; undefined where no place is to blame
   * @param firstOffset - `duplicate_key`: where the key stands first
   */
  constructor(
    readonly reason: SchemaEncodeReason,
    readonly problem: string,
    readonly offset: number | undefined,
    readonly firstOffset?: number,
  ) {
    super(problem);
  }
}

import { codexOptionsOf } from '../codex/options/codex-options.js';
import type { JsonValue } from '../json/value.js';
import type { CompileOptions } from '../schema/compiled-schema.js';
import type { BatchOptions } from './batch-options.js';
import { settingsDigestOf } from './input/input-hash.js';

/**
 * Of the settings of a batch that its answers depend on. How it is driven (transport, limits, retries, shards)
 * is none of them: a batch may be resumed with others.
 */
export function settingsDigest<T>(options: BatchOptions<T>, compile: CompileOptions): string {
  const { twoStep, validate, failOnToolError, rehearse } = options;
  const rehearsed = typeof rehearse === 'object' ? rehearse : {};
  return settingsDigestOf({
    codex: codexOptionsOf(options) as { readonly [option: string]: JsonValue },
    mode: compile.mode,
    validateFormats: compile.validateFormats,
    narrow: compile.mode === 'adapt' ? compile.narrow : undefined,
    twoStep: twoStep === true ? true : undefined,
    validate: validate === false ? false : undefined,
    failOnToolError: failOnToolError === true ? true : undefined,
    // What a rehearsal made up must not stand for an answer.
    rehearse: rehearse === undefined || rehearse === false ? undefined : true,
    rehearsedAnswer: rehearsed.answer,
  });
}

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { codexOptionsOf } from '../../codex/options/codex-options.js';
import { canonicalJson } from '../../json/canonical.js';
import { toJsonText } from '../../json/serialize.js';
import { parseStrict } from '../../json/strict-parse.js';
import { normalizeTokens } from '../../json/unformatted.js';
import type { JsonValue } from '../../json/value.js';
import type { CompileOptions } from '../../schema/compiled-schema.js';
import type { BatchOptions, OpenedSchema } from '../batch-options.js';
import type { BatchTask, InvalidTask } from '../batch-task.js';

/** What the answers of all tasks of a batch depend on, beside the tasks: as JSON, `undefined` left out. */
type Settings = Readonly<Record<string, JsonValue | undefined>>;

/** Of one input. */
export interface InputHashes {
  readonly inputHash: string;
  /** What earlier versions took for it. */
  readonly former: readonly string[];
}

/**
 * In hex: of all that the answer depends on, and of nothing that differs between machines. Paths count as they
 * are written, images with their content.
 */
export async function inputHashesOf(
  task: BatchTask,
  { schemaDigests, settingsDigest, imagePaths }: HashContext,
): Promise<InputHashes> {
  const { prompt, cwd, context, model, images } = task;
  const contents = await Promise.all(imagePaths.map(fileDigest));
  const { digest, former } = schemaDigests;
  const withSchema = (schema: string) =>
    digestOf({
      prompt,
      schema,
      settings: settingsDigest,
      cwd: cwd ?? null,
      model: model ?? null,
      images: (images ?? []).map((path, at) => [path, contents[at] ?? null]),
      context: Object.fromEntries(
        Object.entries(context ?? {}).map(([key, { kind, value }]) => [key, [kind, value]]),
      ),
    });
  return { inputHash: withSchema(digest), former: former === null ? [] : [withSchema(former)] };
}

interface HashContext {
  /** Of {@link schemaDigestsOf}. */
  readonly schemaDigests: SchemaDigests;
  /** Of {@link settingsDigestOf}. */
  readonly settingsDigest: string;
  /** Where the task's images are, in their order. */
  readonly imagePaths: readonly string[];
}

function settingsDigestOf(settings: Settings): string {
  const given = Object.entries(settings).filter(([, value]) => value !== undefined);
  return digestOf(Object.fromEntries(given) as JsonValue);
}

/** What tells a schema apart from others. */
export interface SchemaDigests {
  readonly digest: string;
  /** What earlier versions took for it, where that differs. */
  readonly former: string | null;
}

/**
 * Of what the schema says, in its order, and not of how it is written down: white space, escapes, comments, YAML or
 * JSON. Of the message, where there is no schema.
 */
export function schemaDigestsOf(source: OpenedSchema): SchemaDigests {
  const text = textOf(source);
  const former = textDigest(text);
  const bare = text.replace(/^\uFEFF/, '');
  const digest = textDigest(parseStrict(bare).ok ? normalizeTokens(bare) : text);
  return { digest, former: former === digest ? null : former };
}

function textOf(source: OpenedSchema): string {
  if ('ok' in source) return source.message;
  if (source.kind === 'text') return source.text;
  const serialised = toJsonText(source.value);
  return serialised.ok ? serialised.text : serialised.reason;
}

export function invalidTaskHash({ id, problem }: InvalidTask): string {
  return digestOf({ invalid: problem, id });
}

function digestOf(value: JsonValue): string {
  return textDigest(canonicalJson(value));
}

function textDigest(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/** Null where it cannot be read: that an image is missing is for the task to tell. */
async function fileDigest(path: string): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(path), hash);
  } catch {
    return null;
  }
  return hash.digest('hex');
}

/**
 * Of the settings of a batch that its answers depend on. How it is driven (transport, limits, retries, shards)
 * is none of them: a batch may be resumed with others.
 */
export function settingsDigest<T>(options: BatchOptions<T, never>, compile: CompileOptions): string {
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

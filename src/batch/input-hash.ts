import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { canonicalJson } from '../json/canonical.js';
import { toJsonText } from '../json/serialise.js';
import type { JsonValue } from '../json/value.js';
import type { OpenedSchema } from './options.js';
import type { BatchTask, InvalidTask } from './task.js';

/** What the answers of all tasks of a batch depend on, beside the tasks: as JSON, `undefined` left out. */
export type Settings = Readonly<Record<string, JsonValue | undefined>>;

/**
 * In hex: of all that the answer depends on, and of nothing that differs between machines. Paths count as they
 * are written, images with their content.
 */
export async function inputHashOf(
  task: BatchTask,
  { schemaDigest, settingsDigest, imagePaths }: HashedBeside,
): Promise<string> {
  const { prompt, cwd, context, model, images } = task;
  const contents = await Promise.all(imagePaths.map(fileDigest));
  return digestOf({
    prompt,
    schema: schemaDigest,
    settings: settingsDigest,
    cwd: cwd ?? null,
    model: model ?? null,
    images: (images ?? []).map((path, at) => [path, contents[at] ?? null]),
    context: Object.fromEntries(
      Object.entries(context ?? {}).map(([key, { kind, value }]) => [key, [kind, value]]),
    ),
  });
}

export interface HashedBeside {
  /** Of {@link schemaDigestOf}. */
  readonly schemaDigest: string;
  /** Of {@link settingsDigestOf}. */
  readonly settingsDigest: string;
  /** Where the task's images are, in their order. */
  readonly imagePaths: readonly string[];
}

export function settingsDigestOf(settings: Settings): string {
  const given = Object.entries(settings).filter(([, value]) => value !== undefined);
  return digestOf(Object.fromEntries(given) as JsonValue);
}

/** Of the author's text, or of the message that says why there is none. */
export function schemaDigestOf(source: OpenedSchema): string {
  if (!('ok' in source) && source.kind === 'text') return textDigest(source.text);
  if ('ok' in source) return textDigest(source.message);
  const serialised = toJsonText(source.value);
  return textDigest(serialised.ok ? serialised.text : serialised.reason);
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

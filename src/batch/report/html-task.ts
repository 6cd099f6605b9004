import { jsonText } from '../../json/exact.js';
import { indent, minify } from '../../json/reformat.js';
import { tryStringify } from '../../json/try-stringify.js';
import type { Attempt, Detail } from '../../outcome/outcome.js';
import { withoutStderrNoise } from '../../outcome/stderr-noise.js';
import { clip } from '../../text/clip.js';
import { formatDuration } from '../../text/duration.js';
import { withCommas } from '../../text/plural.js';
import type { BatchResult } from '../batch-result.js';
import { buildTimeline } from './html-timeline.js';
import { toneOf } from './outcome-tones.js';
import type { AttemptRow, Named, NoticeRow, TaskDetail, TaskRow, ViolationRow } from './page-data.js';
import { block, clipBlock, oneLine } from './text.js';

const ID_LENGTH = 1000;
const PREVIEW_LENGTH = 200;
const WORDS_LENGTH = 2000;
const MESSAGE_LENGTH = 4000;
const VALUE_LENGTH = 200_000;
const TEXT_LENGTH = 50_000;
const SHOWN = 100;

type Redact = (text: string) => string;

interface HtmlTask {
  readonly row: TaskRow;
  readonly detail: TaskDetail;
}

/** What the page is told of one task. Secrets are hidden before anything is cut. */
export function htmlTask(result: BatchResult, redact: Redact): HtmlTask {
  const detail = 'detail' in result ? result.detail : undefined;
  const json = valueJson(result, redact);
  const message = result.ok ? null : redact(result.message);
  const text = redact(detail?.text ?? '');
  const row: TaskRow = {
    id: clip(oneLine(redact(result.id)), ID_LENGTH),
    index: result.index,
    kind: result.kind,
    tone: toneOf(result.kind),
    ms: detail?.durationMs ?? null,
    preview: clip(oneLine((message ?? json ?? text).slice(0, WORDS_LENGTH)), PREVIEW_LENGTH),
    words: clip(oneLine((json ?? text).slice(0, 2 * WORDS_LENGTH)), WORDS_LENGTH),
  };
  return {
    row,
    detail: {
      message: message === null ? null : clip(oneLine(message), MESSAGE_LENGTH),
      advice: adviceOf(result, detail),
      violations: violationsOf(result, redact),
      value: json === null ? null : clipBlock(indent(json, 2), VALUE_LENGTH),
      texts: detail === undefined ? [] : textsOf(detail, json !== null, redact),
      attempts: (detail?.attempts ?? []).map(attemptRow),
      notices: (detail?.notices ?? []).slice(0, SHOWN).map((notice) => noticeRow(notice, redact)),
      facts: taskFacts(result, detail, redact),
      stderr: clipBlock(block(redact(withoutStderrNoise(detail?.stderr ?? ''))).trim(), TEXT_LENGTH),
      events: buildTimeline(detail?.events ?? [], redact),
    },
  };
}

/**
 * The value as compact JSON. What no codec touched is the model's own text, number for number; what `parse`
 * made of it may be something that JSON has no form for.
 */
function valueJson(result: BatchResult, redact: Redact): string | null {
  if (!('value' in result)) return null;
  const { text, schema } = result.detail;
  const isVerbatim = text !== null && schema?.adapted !== true;
  const json = isVerbatim ? minify(text) : tryStringify(result.value, jsonText);
  return json === null ? null : redact(json);
}

function adviceOf(result: BatchResult, detail: Detail | undefined): string[] {
  if (result.ok) return [];
  const advice: string[] = [];
  if (result.retryable) advice.push('The same task may well succeed if it is run again.');
  if (result.workMayHaveRun && (detail?.toolCalls.total ?? 0) > 0) {
    advice.push('codex had begun to work: look at what it changed before the task is run again.');
  }
  if (!result.workMayHaveRun) advice.push('Nothing was changed by this task.');
  return advice;
}

function violationsOf(result: BatchResult, redact: Redact): ViolationRow[] {
  const found =
    result.kind === 'schema_mismatch'
      ? result.violations
      : result.kind === 'schema_unsupported'
        ? result.issues
        : [];
  return found.slice(0, SHOWN).map(({ pointer, message }) => ({
    pointer: pointer === '' ? '(root)' : clip(oneLine(redact(pointer)), PREVIEW_LENGTH),
    message: clip(oneLine(redact(message)), MESSAGE_LENGTH),
  }));
}

function textsOf(detail: Detail, hasValue: boolean, redact: Redact): Named[] {
  const { text, candidates = [], review, work } = detail;
  const texts: Named[] = [];
  const add = (name: string, content: string | undefined) => {
    if (content) texts.push({ name, text: clipBlock(block(redact(content)), TEXT_LENGTH) });
  };
  add('The review', review);
  add('The work turn', work);
  if (!hasValue) add('The message', text ?? undefined);
  for (const candidate of candidates.slice(0, SHOWN)) {
    add('Another message, which does conform', candidate.slice(0, TEXT_LENGTH));
  }
  return texts;
}

function attemptRow({ kind, durationMs, cause, waitedMs }: Attempt): AttemptRow {
  const waited = waitedMs === undefined ? '' : ` after ${formatDuration(waitedMs)}`;
  return { kind, tone: toneOf(kind), why: `${cause ?? ''}${waited}`, took: formatDuration(durationMs) };
}

function noticeRow({ kind, message, count, excerpts }: Detail['notices'][number], redact: Redact): NoticeRow {
  const shown = (text: string) => clip(oneLine(redact(text)), MESSAGE_LENGTH);
  return { kind, message: shown(message), count, excerpts: excerpts.map(shown) };
}

const LENGTH = 500;

/** Small facts about a task, in the order in which they are looked for. */
function taskFacts(
  result: BatchResult,
  detail: Detail | undefined,
  redact: (text: string) => string,
): Named[] {
  const facts: Named[] = [];
  const add = (name: string, text: string | null | undefined) => {
    if (text) facts.push({ name, text: clip(oneLine(redact(text)), LENGTH) });
  };
  for (const [name, text] of particulars(result)) add(name, text);
  if (detail !== undefined) {
    add('Time', formatDuration(detail.durationMs));
    add('Tokens', tokens(detail));
    add('Tool calls', toolCalls(detail));
    add('Thread', detail.threadId);
    add('Exit code', detail.exitCode === null ? null : String(detail.exitCode));
    add('Signal', detail.signal);
    add('codex', [detail.codexVersion, detail.transport].filter(Boolean).join(', '));
    add('Schema sent', schema(detail));
    if (!detail.validated) add('Validation', 'the value was not checked against the schema');
  }
  add('Index', `${result.index}${result.shard === undefined ? '' : `, shard ${result.shard}`}`);
  add('Input hash', result.inputHash.slice(0, 16));
  return facts;
}

function particulars(result: BatchResult): [string, string | undefined][] {
  switch (result.kind) {
    case 'turn_failed':
      return [
        ['Error', result.error.code],
        ['Resets at', result.error.resetsAt],
      ];
    case 'process_failed':
      return [['Cause', result.cause.replaceAll('_', ' ')]];
    case 'invalid_json':
      return [['Not JSON', `${result.reason}, line ${result.line}, column ${result.column}`]];
    case 'schema_encode':
    case 'spawn_failed':
    case 'schema_file':
    case 'parse_failed':
      return [['Reason', result.reason]];
    case 'unsupported':
      return [['Needs', `${result.capability}: ${result.needs}; found ${result.found}`]];
    case 'timeout':
      return [['Limit', `${result.limit}, ${formatDuration(result.ms)}`]];
    case 'codex_not_found':
      return [['Looked at', result.searched.join(', ')]];
    default:
      return [];
  }
}

function tokens({ usage }: Detail): string | null {
  if (usage === null) return null;
  const { input_tokens: input, cached_input_tokens: cached, output_tokens: output } = usage;
  if (input === undefined && output === undefined) return null;
  const of = cached ? ` (${withCommas(cached)} cached)` : '';
  return `${withCommas(input ?? 0)} in${of}, ${withCommas(output ?? 0)} out`;
}

function toolCalls({ toolCalls: { total, failed } }: Detail): string | null {
  if (total === 0) return null;
  return `${withCommas(total)}${failed === 0 ? '' : `, ${withCommas(failed)} failed`}`;
}

function schema({ schema }: Detail): string | null {
  if (schema === null) return null;
  return `${schema.sha256.slice(0, 12)}${schema.adapted ? ', adapted' : ''}`;
}

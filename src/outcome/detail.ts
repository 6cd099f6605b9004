import { describeViolation } from '../diagnostics/issue.js';
import type { Notice } from '../events/turn-state.js';
import type { AnswerRules } from './check-answer.js';
import { checkAnswer } from './check-answer.js';
import type { Verdict } from './classify.js';
import type { TurnEvidence } from './evidence.js';
import type { Detail, SchemaDetail, TransportName } from './outcome.js';

export interface DetailContext {
  readonly transport: TransportName;
  readonly schema: SchemaDetail | null;
  /** Sentences about the schema that was understood with leniency. */
  readonly schemaNotices: readonly string[];
  /** Sentences about hidden context that codex does not take as it is. */
  readonly contextNotices?: readonly string[];
}

/** What is kept beside the outcome: native output is never lost, whatever the verdict. */
export function detailOf(
  evidence: TurnEvidence,
  verdict: Verdict,
  rules: AnswerRules,
  context: DetailContext,
): Detail {
  const { turn } = evidence;
  const candidates = candidatesOf(evidence, verdict, rules);
  return {
    threadId: turn.threadId,
    text: turn.message?.text ?? null,
    events: evidence.events,
    usage: turn.usage,
    model: evidence.model ?? null,
    exitCode: evidence.exitCode,
    signal: evidence.signal,
    stderr: evidence.stderr,
    durationMs: evidence.durationMs,
    codexVersion: evidence.codexVersion,
    transport: context.transport,
    schema: context.schema,
    validated: rules.schema !== null && rules.validate,
    attempts: [{ kind: verdict.kind, durationMs: evidence.durationMs }],
    notices: noticesOf(evidence, verdict, context),
    toolCalls: turn.toolCalls,
    ...(candidates.length === 0 ? {} : { candidates }),
    ...(evidence.review === undefined ? {} : { review: evidence.review }),
    ...(evidence.work === undefined ? {} : { work: evidence.work }),
  };
}

/** Where the chosen message is no answer: the others of the turn that would have been one. */
function candidatesOf({ turn }: TurnEvidence, verdict: Verdict, rules: AnswerRules): readonly string[] {
  switch (verdict.kind) {
    case 'no_structured_output':
    case 'invalid_json':
    case 'invalid_structured_output':
    case 'schema_mismatch':
      return turn.otherMessages.filter((text) => checkAnswer(text, rules).kind === 'ok');
    default:
      return [];
  }
}

function noticesOf(evidence: TurnEvidence, verdict: Verdict, context: DetailContext): readonly Notice[] {
  const notices: Notice[] = [...evidence.turn.notices];
  if (evidence.lingered) {
    notices.push({
      kind: 'lingering_exit',
      message: 'codex did not exit after its turn had ended, and was stopped.',
      count: 1,
      excerpts: [],
    });
  }
  const { contextNotices = [] } = context;
  if (contextNotices.length > 0) {
    notices.push({
      kind: 'context',
      message: contextNotices.join(' '),
      count: contextNotices.length,
      excerpts: [],
    });
  }
  if (context.schemaNotices.length > 0) {
    notices.push({
      kind: 'schema',
      message: context.schemaNotices.join(' '),
      count: context.schemaNotices.length,
      excerpts: [],
    });
  }
  if (verdict.kind === 'ok') notices.push(...valueNotices(verdict));
  return notices;
}

function valueNotices(verdict: Extract<Verdict, { kind: 'ok' }>): Notice[] {
  const notices: Notice[] = [];
  if (verdict.unsafeIntegers > 0) {
    notices.push({
      kind: 'unsafe_integer',
      message: 'The answer holds integers beyond 2^53-1; detail.text has them exactly.',
      count: verdict.unsafeIntegers,
      excerpts: [],
    });
  }
  if (verdict.notes.length > 0) {
    notices.push({
      kind: 'format',
      message: 'The answer does not keep to a format of the schema, which was not asked for.',
      count: verdict.notes.length,
      excerpts: verdict.notes.slice(0, 3).map((note) => describeViolation(note)),
    });
  }
  return notices;
}

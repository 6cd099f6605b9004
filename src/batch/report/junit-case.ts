import { clip } from '../../text/clip.js';
import type { BatchResult } from '../batch-result.js';
import { toneOf } from './outcome-tones.js';
import { block, clipBlock, oneLine } from './text.js';
import { xmlAttribute, xmlText } from './xml-text.js';

/** As JUnit counts: an answer that does not conform is a failure; what gave no answer to judge, an error. */
export type Verdict = 'passed' | 'failure' | 'error' | 'skipped';

const ID_LENGTH = 1000;
const MESSAGE_LENGTH = 1000;
const TEXT_LENGTH = 8000;
const SHOWN_VIOLATIONS = 20;

export function verdictOf(result: BatchResult): Verdict {
  if (result.ok) return 'passed';
  // An abort that came before anything was started.
  if (result.kind === 'aborted' && result.detail === undefined) return 'skipped';
  return toneOf(result.kind) === 'answer' ? 'failure' : 'error';
}

export interface CaseOptions {
  readonly classname: string;
  readonly redact: (text: string) => string;
  /** Leaves out all but the sentence. */
  readonly brief: boolean;
}

/** One task as a `testcase` element, on lines of its own. */
export function junitCase(result: BatchResult, { classname, redact, brief }: CaseOptions): string {
  const id = clip(oneLine(redact(result.id)), ID_LENGTH);
  const ms = 'detail' in result ? (result.detail?.durationMs ?? 0) : 0;
  const head = `  <testcase classname=${xmlAttribute(classname)} name=${xmlAttribute(id)} time="${seconds(ms)}"`;
  const verdict = verdictOf(result);
  if (result.ok || verdict === 'passed') return `${head}/>\n`;
  const message = clip(oneLine(redact(result.message)), MESSAGE_LENGTH);
  const attributes = `message=${xmlAttribute(message)}`;
  if (verdict === 'skipped') return `${head}><skipped ${attributes}/></testcase>\n`;
  const lines = brief ? [message] : [message, ...particulars(result, redact)];
  const body = xmlText(lines.join('\n'));
  return `${head}>\n    <${verdict} type="${result.kind}" ${attributes}>${body}</${verdict}>\n  </testcase>\n`;
}

/** Seconds, as JUnit has them. */
export function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

/** GitLab shows the text of the element, and not the attribute. */
function particulars(result: BatchResult, redact: (text: string) => string): string[] {
  const parts: string[] = [];
  if (result.kind === 'schema_mismatch') {
    const { violations } = result;
    for (const { pointer, message } of violations.slice(0, SHOWN_VIOLATIONS)) {
      parts.push(redact(`${pointer === '' ? '(root)' : pointer}: ${message}`));
    }
    if (violations.length > SHOWN_VIOLATIONS) {
      parts.push(`… and ${violations.length - SHOWN_VIOLATIONS} more`);
    }
  }
  const detail = 'detail' in result ? result.detail : undefined;
  if (detail === undefined) return parts;
  if (detail.text !== null) parts.push('', 'The message:', long(redact(detail.text)));
  if (detail.stderr.trim() !== '') parts.push('', 'stderr:', long(redact(detail.stderr)));
  if (detail.threadId !== null) parts.push('', `Thread ${detail.threadId}`);
  return parts;
}

function long(text: string): string {
  return clipBlock(block(text), TEXT_LENGTH);
}

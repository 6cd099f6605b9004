import { styleText } from 'node:util';
import type { Check, CheckStatus } from '../../run/doctor/check.js';
import type { DoctorReport } from '../../run/doctor/doctor.js';
import { plural } from '../../text/plural.js';
import { safeLine } from '../../text/safe-line.js';
import type { CliIo } from '../io.js';
import { stdoutColor } from './color.js';
import { wrapLines } from './wrap.js';

const SIGNS: Readonly<
  Record<CheckStatus, readonly [sign: string, style: 'green' | 'yellow' | 'red' | 'dim']>
> = {
  ok: ['ok', 'green'],
  warning: ['warning', 'yellow'],
  problem: ['PROBLEM', 'red'],
  skipped: ['skipped', 'dim'],
};

const SIGN_WIDTH = 7;
const NAME_WIDTH = 20;
const INDENT = SIGN_WIDTH + NAME_WIDTH + 4;
/** The width without a terminal, and the maximum. */
const WIDTH = 110;
/** Narrower columns would hold single words. */
const NARROWEST = 72;

/** Returns the lines of one check: status, name, sentence and advice. */
export function checkLines({ name, status, summary, advice }: Check, io: CliIo): string {
  const [sign, style] = SIGNS[status];
  const paint = stdoutColor(io) ? (text: string) => styleText(style, text) : (text: string) => text;
  const width = Math.max(NARROWEST, Math.min(io.stdout.columns || WIDTH, WIDTH)) - INDENT;
  const sentences = [summary, ...(advice === null ? [] : [`→ ${advice}`])];
  const lines = sentences.flatMap((sentence) => wrapLines(safeLine(sentence), width));
  const head = `${paint(sign.padEnd(SIGN_WIDTH))}  ${name.padEnd(NAME_WIDTH)}  `;
  return lines.map((line, index) => `${index === 0 ? head : ' '.repeat(INDENT)}${line}\n`).join('');
}

export function verdict({ checks }: DoctorReport, io: CliIo): string {
  const count = (status: CheckStatus) => checks.filter((check) => check.status === status).length;
  const [problems, warnings] = [count('problem'), count('warning')];
  const also = warnings === 0 ? '' : ` (${plural(warnings, 'warning')})`;
  const text =
    problems === 0 ? `Ready to run${also}.` : `${plural(problems, 'problem')}${also}: see → for the fix.`;
  return stdoutColor(io) ? styleText('bold', text) : text;
}

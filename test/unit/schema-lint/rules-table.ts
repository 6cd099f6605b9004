import { STRICT_LIMITS } from '../../../src/schema/dialect/strict-limits.js';
import { LIMIT_RULES } from '../../../src/schema/lint/limit-rules.js';
import type { RuleText } from '../../../src/schema/lint/rule.js';
import { RULES } from '../../../src/schema/lint/rules/index.js';
import { REPORTS, SOURCES } from '../../../src/schema/lint/sources.js';

interface Row extends RuleText {
  readonly code: string;
  readonly severity: string;
}

/** The tables of docs/schemas.md, made of the rules themselves. */
export function documentedTables(): { rules: string; limits: string; sources: string } {
  const rules = RULES.map((rule) => ({
    ...rule,
    severity: rule.disputed === true ? `${rule.severity}, disputed` : rule.severity,
  }));
  const limits = Object.entries(LIMIT_RULES).map(([code, text]) => ({ ...text, code, severity: 'error' }));
  return {
    rules: table(rules),
    limits: `${table(limits)}\n\n${limitValues()}`,
    sources: Object.entries({ ...SOURCES, ...REPORTS })
      .map(([letter, text]) => `- **${letter}**: ${text}`)
      .join('\n'),
  };
}

function table(rows: readonly Row[]): string {
  const lines = rows.map(
    ({ code, severity, about, fix, sources }) =>
      `| \`${code}\` | ${severity} | ${about} | ${fix} | ${sources.join(' ')} |`,
  );
  return [
    '| Code | Severity | What is found | What to do | Sources |',
    '|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}

function limitValues(): string {
  const rows = Object.entries(STRICT_LIMITS).map(([name, value]) => `| \`${name}\` | ${value} |`);
  return ['| Limit | Value |', '|---|---|', ...rows].join('\n');
}

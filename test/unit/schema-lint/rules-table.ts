import { STRICT_LIMITS } from '../../../src/schema/dialect/strict-limits.js';
import { LIMIT_SOURCES, type LimitCode } from '../../../src/schema/lint/limit-rules.js';
import { RULES } from '../../../src/schema/lint/rules/index.js';
import { REPORTS, SOURCES, type Source } from '../../../src/schema/lint/sources.js';
import { WORDING } from '../../../src/schema/lint/wording.js';

interface Row {
  readonly code: keyof typeof WORDING;
  readonly severity: string;
  readonly sources: readonly Source[];
}

/** The tables of docs/schemas.md, made of the rules themselves. */
export function documentedTables(): { rules: string; limits: string; sources: string } {
  const rules = RULES.map(({ code, severity, disputed, sources }) => ({
    code,
    severity: disputed === true ? `${severity}, disputed` : severity,
    sources,
  }));
  const limits = (Object.keys(LIMIT_SOURCES) as LimitCode[]).map((code) => ({
    code,
    severity: 'error',
    sources: LIMIT_SOURCES[code],
  }));
  return {
    rules: table(rules),
    limits: `${table(limits)}\n\n${limitValues()}`,
    sources: Object.entries({ ...SOURCES, ...REPORTS })
      .map(([letter, text]) => `- **${letter}**: ${text}`)
      .join('\n'),
  };
}

function table(rows: readonly Row[]): string {
  const lines = rows.map(({ code, severity, sources }) => {
    const { about, fix } = WORDING[code];
    return `| \`${code}\` | ${severity} | ${about} | ${fix} | ${sources.join(' ')} |`;
  });
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

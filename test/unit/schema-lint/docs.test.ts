import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LIMIT_RULES } from '../../../src/schema/lint/limit-rules.js';
import { RULES } from '../../../src/schema/lint/rules/index.js';
import { documentedTables } from './rules-table.js';

const page = new URL('../../../docs/schemas.md', import.meta.url);

const begin = (name: string): string =>
  `<!-- ${name}: made of the rules; UPDATE_DOCS=1 npx vitest run docs.test -->`;
const end = (name: string): string => `<!-- end of ${name} -->`;

/** What stands between the marks of a table. */
function documented(name: string): string {
  const text = readFileSync(page, 'utf8');
  const from = text.indexOf(begin(name));
  const to = text.indexOf(end(name));
  if (from < 0 || to < 0) throw new Error(`docs/schemas.md has no place for ${name}.`);
  return text.slice(from + begin(name).length, to).trim();
}

describe('docs/schemas.md', () => {
  it.each(Object.entries(documentedTables()))('has the %s that the code has', (name, table) => {
    if (process.env['UPDATE_DOCS'] === '1') {
      const text = readFileSync(page, 'utf8');
      const before = text.slice(0, text.indexOf(begin(name)) + begin(name).length);
      writeFileSync(page, `${before}\n\n${table}\n\n${text.slice(text.indexOf(end(name)))}`);
    }
    expect(documented(name)).toBe(table);
  });
});

describe('the texts of a rule', () => {
  it.each([...RULES.map((rule) => [rule.code, rule] as const), ...Object.entries(LIMIT_RULES)])(
    'of %s end their sentences and say what to do',
    (_, { about, fix }) => {
      expect(about).not.toMatch(/\.$/);
      expect(fix).toMatch(/^[A-Z].*\.$/);
      // It is a cell of a table.
      expect(about + fix).not.toContain('|');
    },
  );
});

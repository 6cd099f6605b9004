// Writes the script and the style of the HTML report, bundled from src/batch/report/page, as a module of two
// strings, so that the library and the command line hold the same page:
//   node scripts/generate-report-page.mjs [output file]
// `test/unit/batch-report/page-generated.test.ts` compares the committed file with a fresh one.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '..');
const page = join(root, 'src', 'batch', 'report', 'page');
const output = process.argv[2] ?? join(root, 'src', 'batch', 'report', 'generated', 'page.ts');

/** @param {string} entry */
async function bundled(entry) {
  const { outputFiles } = await build({
    entryPoints: [join(page, entry)],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    // A file of ASCII has the same hash however it is read; the page's policy names that hash.
    charset: 'ascii',
    target: ['chrome100', 'firefox100', 'safari15.4'],
    logLevel: 'warning',
  });
  // An element ends with the first `</`; neither JavaScript nor CSS needs one outside a string.
  const text = (outputFiles[0]?.text ?? '').trimEnd();
  if (text === '' || /<\/(script|style)|<!--/i.test(text)) throw new Error(`${entry} cannot stand in HTML.`);
  return text;
}

const [script, style] = await Promise.all([bundled('main.ts'), bundled('page.css')]);
const quoted = (text) => JSON.stringify(text);
writeFileSync(
  output,
  `// Made by scripts/generate-report-page.mjs from src/batch/report/page. Not to be edited.
export const REPORT_SCRIPT: string =
  ${quoted(script)};
export const REPORT_STYLE: string =
  ${quoted(style)};
`,
);

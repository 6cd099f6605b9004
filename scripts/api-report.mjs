/**
 * Compares the public types of the package with `api-report.md`, the committed text of them, so that a change of the
 * public API is seen in review. Needs the built declarations in dist/types.
 *
 *     node scripts/api-report.mjs          exits 1 if they differ
 *     node scripts/api-report.mjs --write  writes the text anew
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Extractor, ExtractorConfig } from '@microsoft/api-extractor';
import { ENTRIES } from './build-library.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const committed = join(root, 'api-report.md');
const folder = mkdtempSync(join(tmpdir(), 'codex-structured-api-'));
try {
  const sections = Object.keys(ENTRIES).map(
    (name) => `## codex-structured${name === 'index' ? '' : `/${name}`}\n\n${reportOf(name)}`,
  );
  const text = `# The public types of codex-structured

Made by \`node scripts/api-report.mjs --write\` from the declarations; \`npm run check\` compares it with them.

${sections.join('\n')}`;
  if (process.argv[2] === '--write') writeFileSync(committed, text);
  else if (readFileSync(committed, 'utf8') !== text) {
    console.error(
      "The public types differ from api-report.md. If that is intended, run 'node scripts/api-report.mjs --write' and commit the file.",
    );
    process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The exported declarations of one entry, as a code block. */
function reportOf(name) {
  const source = ENTRIES[name].replace(/^src\//, 'dist/types/').replace(/\.ts$/, '.d.ts');
  const config = ExtractorConfig.prepare({
    configObject: {
      projectFolder: root,
      mainEntryPointFilePath: join(root, source),
      compiler: { tsconfigFilePath: join(root, 'tsconfig.json') },
      apiReport: {
        enabled: true,
        reportFileName: `${name}.api.md`,
        reportFolder: folder,
        reportTempFolder: join(folder, 'temp'),
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      newlineKind: 'lf',
      messages: {
        // The report itself holds what matters: nothing is logged, and nothing is marked in it.
        compilerMessageReporting: { default: { logLevel: 'none' } },
        extractorMessageReporting: { default: { logLevel: 'none' } },
        tsdocMessageReporting: { default: { logLevel: 'none' } },
      },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: join(root, 'package.json'),
  });
  Extractor.invoke(config, { localBuild: true, messageCallback: (message) => (message.handled = true) });
  const [, block] = /(```ts\n[\s\S]*```\n)/.exec(readFileSync(join(folder, `${name}.api.md`), 'utf8')) ?? [];
  return block;
}

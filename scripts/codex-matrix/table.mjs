// The matrix as Markdown: a row per feature, a column per release; and as it stands in the docs.

const START = '<!-- matrix: written by scripts/codex-matrix.mjs -->';
const END = '<!-- /matrix -->';

/** @param columns what each release can do: `[{ version, verdicts: { feature: { works, note } } }]` */
export function tableOf(columns) {
  const features = Object.keys(columns[0]?.verdicts ?? {});
  return [
    line(['feature', ...columns.map(({ version }) => version)]),
    line(['---', ...columns.map(() => '---')]),
    ...features.map((name) => line([`\`${name}\``, ...columns.map(({ verdicts }) => verdicts[name].note)])),
  ].join('\n');
}

function line(cells) {
  return `| ${cells.join(' | ')} |`;
}

/** Puts the table in place of the one that stands in the document. */
export function withTable(document, table) {
  const [start, end] = placeIn(document);
  return `${document.slice(0, start)}\n\n${table}\n\n${document.slice(end)}`;
}

/** The last release of the table in the document, and its cells by feature. */
export function lastColumnIn(document) {
  const [start, end] = placeIn(document);
  const rows = document
    .slice(start, end)
    .trim()
    .split('\n')
    .map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  const [head = [], , ...body] = rows;
  return {
    version: head.at(-1),
    cells: Object.fromEntries(body.map((cells) => [cells[0].replaceAll('`', ''), cells.at(-1)])),
  };
}

/** The features of a release that are not as the document has them for its last one, as Markdown lines. */
export function changesFrom({ version: before, cells }, { version, verdicts }) {
  const names = new Set([...Object.keys(cells), ...Object.keys(verdicts)]);
  return [...names].flatMap((name) => {
    const [was, is] = [cells[name] ?? 'not asked', verdicts[name]?.note ?? 'not asked'];
    if (was === is) return [];
    const detail = verdicts[name]?.detail;
    return [
      `- \`${name}\`: ${was} (${before}), now ${is} (${version})${detail === undefined ? '' : `: ${detail}`}`,
    ];
  });
}

function placeIn(document) {
  const [start, end] = [document.indexOf(START), document.indexOf(END)];
  if (start < 0 || end < start) throw new Error(`The document has no place between ${START} and ${END}.`);
  return [start + START.length, end];
}

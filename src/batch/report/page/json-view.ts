import { el } from './elements.js';

/** Colours cost time and memory; nobody reads so much of one value. */
const COLOURED_LENGTH = 50_000;
const TOKEN = /"(?:[^"\\]|\\.)*"(\s*:)?|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/g;

/** JSON text in colours. */
export function jsonView(text: string, label: string): HTMLPreElement {
  const pre = el('pre', { class: 'json', tabindex: '0', role: 'group', 'aria-label': label });
  const coloured = text.slice(0, COLOURED_LENGTH);
  let at = 0;
  for (const match of coloured.matchAll(TOKEN)) {
    const [token, colon] = match;
    const kind = colon !== undefined ? 'key' : token.startsWith('"') ? 'string' : 'word';
    const end = colon === undefined ? token.length : token.length - colon.length;
    pre.append(text.slice(at, match.index), el('span', { class: `json-${kind}` }, token.slice(0, end)));
    at = match.index + end;
  }
  pre.append(text.slice(at));
  return pre;
}

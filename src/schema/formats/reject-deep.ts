import { Lexer } from 'yaml';
import { maxDepth } from '../../json/max-depth.js';
import { FormatError } from './format-error.js';

/**
 * Rejects texts that are nested too deep for the parsers, which are recursive. Near the end of the call stack some
 * failures cannot be caught: compiling a regular expression there exits the process.
 */
const mostYamlBrackets = 200;
const mostYamlIndentation = 300;

/** @throws {FormatError} */
export function rejectDeepYaml(text: string): void {
  // Each nested block begins at least one column further right.
  for (const { 0: prefix, index } of text.matchAll(/^[ \t]*(?:[-?:][ \t]+)*/gm)) {
    if (prefix.length > mostYamlIndentation) throw tooDeep(index + prefix.length);
  }
  let depth = 0;
  let offset = 0;
  for (const token of new Lexer().lex(text)) {
    if (token === '[' || token === '{') depth++;
    if (token === ']' || token === '}') depth--;
    if (depth > mostYamlBrackets) throw tooDeep(offset);
    offset += token.length;
  }
}

/** @throws {FormatError} */
export function rejectDeepJson5(text: string): void {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') depth--;
    else if (character === '"' || character === "'") at = endOfString(text, at);
    else if (character === '/') at = endOfComment(text, at);
    if (depth > maxDepth) throw tooDeep(at);
  }
}

function endOfString(text: string, start: number): number {
  const quote = text.charAt(start);
  let at = start + 1;
  while (at < text.length && text.charAt(at) !== quote) at += text.charAt(at) === '\\' ? 2 : 1;
  return at;
}

function endOfComment(text: string, start: number): number {
  const [open, close] = text.startsWith('/*', start) ? [2, '*/'] : [1, '\n'];
  const isComment = open === 2 || text.startsWith('//', start);
  if (!isComment) return start;
  const end = text.indexOf(close, start + 2);
  return end < 0 ? text.length : end + close.length - 1;
}

function tooDeep(offset: number): FormatError {
  return new FormatError('too_deep', 'is nested too deep', offset);
}

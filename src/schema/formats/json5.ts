import { type AnyNode, type MemberNode, parse, type ValueNode } from '@humanwhocodes/momoa';
import { FormatError } from './format-error.js';
import { rejectDeepJson5 } from './reject-deep.js';
import { numberText, type SourceMember, type SourceNode } from './source-node.js';

/**
 * JSON5, or JSON with comments and trailing commas.
 *
 * @throws {FormatError}
 */
export function readJson5(text: string, mode: 'json5' | 'jsonc'): SourceNode {
  if (text.trim() === '') throw new FormatError('empty', 'is empty; it must be a JSON Schema', undefined);
  rejectDeepJson5(text);
  try {
    return nodeOf(parse(text, { mode, ranges: true, allowTrailingCommas: true }).body, text);
  } catch (error) {
    throw syntaxProblem(error, text, mode.toUpperCase());
  }
}

function syntaxProblem(error: unknown, text: string, format: string): unknown {
  if (!(error instanceof Error) || !('offset' in error) || typeof error.offset !== 'number') return error;
  const found =
    error.offset >= text.length
      ? 'it is incomplete'
      : `${JSON.stringify(tokenAt(text, error.offset))} is unexpected`;
  return new FormatError('syntax', `is not valid ${format}: ${found}`, error.offset);
}

function tokenAt(text: string, offset: number): string {
  return /^[\w$]{1,40}/.exec(text.slice(offset, offset + 40))?.[0] ?? text.charAt(offset);
}

function nodeOf(node: ValueNode, text: string): SourceNode {
  const { offset } = node.loc.start;
  switch (node.type) {
    case 'Object':
      return { kind: 'object', offset, members: () => node.members.map((member) => memberOf(member, text)) };
    case 'Array':
      return { kind: 'array', offset, items: () => node.elements.map(({ value }) => nodeOf(value, text)) };
    case 'String':
    case 'Boolean':
      return { kind: 'scalar', offset, json: JSON.stringify(node.value) };
    case 'Null':
      return { kind: 'scalar', offset, json: 'null' };
    case 'Number':
      return number(node, node.value, text);
    case 'NaN':
      return number(node, Number.NaN, text);
    case 'Infinity':
      return number(node, Number.POSITIVE_INFINITY, text);
  }
}

function memberOf({ name, value }: MemberNode, text: string): SourceMember {
  return {
    name: name.type === 'Identifier' ? name.name : name.value,
    offset: name.loc.start.offset,
    value: () => nodeOf(value, text),
  };
}

function number({ loc }: AnyNode, value: number, text: string): SourceNode {
  const written = text.slice(loc.start.offset, loc.end.offset);
  if (Number.isFinite(value)) {
    return { kind: 'scalar', offset: loc.start.offset, json: numberText(value, written) };
  }
  throw new FormatError(
    'syntax',
    `has the number ${written.slice(0, 40)}, which JSON does not support`,
    loc.start.offset,
  );
}

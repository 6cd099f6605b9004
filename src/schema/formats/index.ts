import { type SchemaEncodeFailure, schemaEncodeFailure } from '../../diagnostics/schema-failures.js';
import { createPointerIndex, type PointerIndex } from '../../json/pointer-offsets.js';
import { createPositioner, positionAt, type TextPosition } from '../../json/position.js';
import type { SchemaSource } from '../compiled-schema.js';
import { FormatError } from './format-error.js';
import { readJson5 } from './json5.js';
import type { SourceNode } from './source-node.js';
import { type WrittenJson, writeJson } from './write-json.js';
import { readYaml } from './yaml.js';

/** The formats of schemas besides JSON. */
export type OtherFormat = 'json5' | 'jsonc' | 'yaml';

const READERS: Readonly<Record<OtherFormat, (text: string) => SourceNode>> = {
  json5: (text) => readJson5(text, 'json5'),
  jsonc: (text) => readJson5(text, 'jsonc'),
  yaml: readYaml,
};

/** These parsers take seconds for a larger text. The service accepts far less. */
const mostCharacters = 1024 * 1024;

/**
 * Converts a schema in another format to JSON text, with the members in the author's order and the lines and
 * columns of the author's text.
 *
 * @param name - the name in messages
 */
export function toJsonSource(
  original: string,
  format: OtherFormat,
  name: string,
): SchemaSource | SchemaEncodeFailure {
  const text = original.startsWith('\uFEFF') ? original.slice(1) : original;
  let written: WrittenJson;
  try {
    if (text.length > mostCharacters) {
      throw new FormatError('too_deep', 'is larger than 1 MiB; convert it to JSON', undefined);
    }
    written = writeJson(READERS[format](text));
  } catch (error) {
    if (error instanceof FormatError) return refuse(error);
    throw error;
  }
  return { kind: 'text', format: 'json', text: written.text, name, positionOf: positions(text, written) };

  function refuse({ reason, problem, offset, firstOffset }: FormatError): SchemaEncodeFailure {
    const position = offset === undefined ? undefined : positionAt(text, offset);
    const first = firstOffset === undefined ? '' : `; first at ${described(positionAt(text, firstOffset))}`;
    const place = position === undefined ? '' : ` (${described(position)}${first})`;
    return schemaEncodeFailure(reason, `The schema ${name} ${problem}${place}.`, { position });
  }
}

function described({ line, column }: TextPosition): string {
  return `line ${line}, column ${column}`;
}

function positions(text: string, written: WrittenJson): (pointer: string) => TextPosition | undefined {
  let locator: PointerIndex | undefined;
  let positioner: ((offset: number) => TextPosition) | undefined;
  return (pointer) => {
    locator ??= createPointerIndex(written.text);
    const offset = locator.offsetOf(pointer);
    const origin = offset === undefined ? undefined : written.origins.get(offset);
    positioner ??= createPositioner(text);
    return origin === undefined ? undefined : positioner(origin);
  };
}

import { isAbsolute, relative, resolve } from 'node:path';
import type { SchemaEncodeFailure } from '../../diagnostics/schema-failures.js';
import type { SchemaCheck } from '../../schema/check-schema.js';
import { safeLine } from '../../text/safe-line.js';
import { inFlags } from './in-flags.js';

export interface AnnotatedFile {
  /** Null if the schema is not in a file. */
  readonly file: string | null;
  readonly cwd: string;
  /** The checkout, which GitHub takes paths relative to. */
  readonly workspace: string | undefined;
}

/** The findings as GitHub's workflow commands, one a line. */
export function annotationsOf(result: SchemaCheck | SchemaEncodeFailure, where: AnnotatedFile): string {
  if (result.kind === 'schema_encode') {
    const { reason, message, position } = result;
    return command('error', where, { ...position, title: `schema: ${reason}`, message });
  }
  return [...result.issues, ...result.warnings]
    .map(({ severity, line, column, file, code, pointer, message, hint }) =>
      command(severity, where, {
        ...(line === undefined ? {} : { line }),
        ...(column === undefined ? {} : { column }),
        ...(file === undefined ? {} : { file }),
        title: `schema: ${code}`,
        message: `${pointer === '' ? '(root)' : pointer}: ${message} ${inFlags(hint)}`,
      }),
    )
    .join('');
}

interface Annotation {
  readonly line?: number;
  readonly column?: number;
  readonly file?: string;
  readonly title: string;
  readonly message: string;
}

function command(severity: 'error' | 'warning', where: AnnotatedFile, annotation: Annotation): string {
  const { line, column, title, message } = annotation;
  const file = pathOf(annotation.file === undefined ? where : { ...where, file: annotation.file });
  const properties = [
    ...(file === null ? [] : [`file=${property(file)}`]),
    ...(file === null || line === undefined ? [] : [`line=${line}`]),
    ...(file === null || column === undefined ? [] : [`col=${column}`]),
    `title=${property(title)}`,
  ];
  return `::${severity} ${properties.join(',')}::${data(safeLine(message))}\n`;
}

function pathOf({ file, cwd, workspace }: AnnotatedFile): string | null {
  if (file === null) return null;
  const path = relative(workspace ?? cwd, resolve(cwd, file));
  const isInside = path !== '' && !path.startsWith('..') && !isAbsolute(path);
  return isInside ? path : file;
}

/** What GitHub's own toolkit escapes. */
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

import { basename } from 'node:path';
import { schemaUnsupportedFailure } from '../../../diagnostics/schema-failures.js';
import type { Failure } from '../../../outcome/outcome.js';
import { compileWithoutValidator } from '../../../schema/compile-without-validator.js';
import type { SchemaSource } from '../../../schema/compiled-schema.js';
import type { ParsedArgs } from '../../args/parsed-flags.js';
import type { SchemaInputPlan } from '../../input/schema-source.js';
import type { CliIo } from '../../io.js';
import { writeAll } from '../../output/write.js';
import type { CliCommand } from '../command.js';
import { SCHEMA_POSITIONAL, schemaCommand } from './read-schema.js';

export const typesCommand: CliCommand = {
  name: 'schema types',
  usage: '<schema>',
  summary: 'Generate the TypeScript type of the values of a schema',
  positionals: [SCHEMA_POSITIONAL],
  flags: ['allow-refs-outside'],
  passesOn: false,
  examples: [['schema types person.json > person.ts', 'Write the type to a file']],
  run: schemaCommand(types),
};

async function types(
  source: SchemaSource,
  plan: SchemaInputPlan,
  _args: ParsedArgs,
  io: CliIo,
): Promise<Failure | undefined> {
  const prepared = compileWithoutValidator(source, { mode: 'raw' });
  if ('kind' in prepared) return prepared;
  const { schema, dialect } = prepared.author;
  const { typeText } = await import('./type-text.js');
  const made = await typeText(schema, dialect, nameFrom(plan));
  if (!made.ok) return untypable(plan.name, made.reason);
  await writeAll(io.stdout, made.text);
  return undefined;
}

/** `schemas/person.json` → `person`, `schemas.ts#Person` → `Person`. */
function nameFrom({ name: argument, file }: SchemaInputPlan): string {
  const exported = /#(.+)$/.exec(argument)?.[1];
  const name = exported ?? basename(file ?? '').split('.')[0] ?? '';
  return /[A-Za-z]/.test(name) && name !== 'default' ? name : 'Answer';
}

function untypable(name: string, reason: string): Failure {
  return schemaUnsupportedFailure(`The schema ${name}`, [
    {
      code: 'no_type',
      severity: 'error',
      pointer: '',
      message: `It cannot be converted to a TypeScript type: ${reason}.`,
      hint: 'Write references as "#/$defs/NAME".',
    },
  ]);
}

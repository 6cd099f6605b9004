import { jsonText } from '../../../json/exact.js';
import type { Failure } from '../../../outcome/outcome.js';
import { schemaSample } from '../../../run/schema-sample.js';
import type { SchemaSource } from '../../../schema/compiled-schema.js';
import { integerOf } from '../../args/flag-values.js';
import type { ParsedArgs } from '../../args/parsed-flags.js';
import type { SchemaInputPlan } from '../../input/schema-source.js';
import type { CliIo } from '../../io.js';
import { asOutput } from '../../output/json-text.js';
import { writeAll } from '../../output/write.js';
import type { CliCommand } from '../command.js';
import { SCHEMA_POSITIONAL, schemaCommand } from './read-schema.js';

export const sampleCommand: CliCommand = {
  name: 'schema sample',
  usage: '<schema>',
  summary: 'Generate a sample value that is valid against a schema',
  positionals: [SCHEMA_POSITIONAL],
  flags: ['seed', 'wire', 'no-narrow', 'allow-refs-outside', 'no-validate-formats', 'pretty'],
  passesOn: false,
  examples: [
    ['schema sample person.json', 'Print one value'],
    ['schema sample person.json --seed 7 --wire', 'Print another value, as the model would write it'],
  ],
  run: schemaCommand(sample),
};

async function sample(
  source: SchemaSource,
  _plan: SchemaInputPlan,
  { flags }: ParsedArgs,
  io: CliIo,
): Promise<Failure | undefined> {
  const seed = integerOf(flags, 'seed', 0, 2 ** 31 - 1);
  const made = await schemaSample(source, {
    ...(seed === undefined ? {} : { seed }),
    narrow: !flags.isOn('no-narrow'),
    validateFormats: !flags.isOn('no-validate-formats'),
  });
  if ('kind' in made) return made;
  const value = flags.isOn('wire') ? made.wire : made.author;
  await writeAll(io.stdout, asOutput(jsonText(value), flags.isOn('pretty')));
  return undefined;
}

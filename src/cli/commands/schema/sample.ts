import { jsonText } from '../../../json/exact.js';
import { exitCodeOf } from '../../../outcome/exit-codes.js';
import type { Failure } from '../../../outcome/outcome.js';
import { schemaSample } from '../../../run/schema-sample.js';
import type { ParsedArgs } from '../../args/parsed-flags.js';
import { integerOf } from '../../args/values.js';
import type { CliIo } from '../../io.js';
import { asOutput } from '../../output/json-text.js';
import { Messenger } from '../../output/messenger.js';
import { writeAll } from '../../output/write.js';
import type { CliCommand } from '../command.js';
import { readCommandSchema, SCHEMA_ARGUMENT } from './open.js';

export const sampleCommand: CliCommand = {
  name: 'schema sample',
  usage: '<schema>',
  summary: 'A made-up value that is valid against a schema; starts nothing',
  positionals: [SCHEMA_ARGUMENT],
  flags: ['seed', 'wire', 'no-narrow', 'allow-refs-outside', 'no-validate-formats', 'pretty'],
  passesOn: false,
  examples: [
    ['schema sample person.json', 'one value'],
    ['schema sample person.json --seed 7 --wire', 'another, as the model would write it'],
  ],
  run: sample,
};

async function sample(args: ParsedArgs, io: CliIo): Promise<number> {
  const { flags } = args;
  const seed = integerOf(flags, 'seed', 0, 2 ** 31 - 1);
  const { opened } = await readCommandSchema(args, io);
  if ('ok' in opened) return refuse(opened, io);
  const made = await schemaSample(opened.source, {
    ...(seed === undefined ? {} : { seed }),
    narrow: !flags.isOn('no-narrow'),
    validateFormats: !flags.isOn('no-validate-formats'),
  });
  if ('kind' in made) return refuse(made, io);
  const value = flags.isOn('wire') ? made.wire : made.author;
  await writeAll(io.stdout, asOutput(jsonText(value), flags.isOn('pretty')));
  return 0;
}

function refuse(failure: Failure, io: CliIo): number {
  new Messenger(io).failure(failure);
  return exitCodeOf(failure);
}

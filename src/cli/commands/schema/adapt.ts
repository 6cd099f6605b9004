import { jsonText } from '../../../json/exact.js';
import type { Failure } from '../../../outcome/outcome.js';
import { redactIssues } from '../../../outcome/redact/redact-outcome.js';
import { createRedactor } from '../../../outcome/redact/redactor.js';
import type { Change } from '../../../schema/adapt/report/change-log.js';
import { compileWithoutValidator } from '../../../schema/compile-without-validator.js';
import type { SchemaSource } from '../../../schema/compiled-schema.js';
import type { ParsedArgs } from '../../args/parsed-flags.js';
import type { SchemaInputPlan } from '../../input/schema-source.js';
import type { CliIo } from '../../io.js';
import { countOf } from '../../output/finding-text.js';
import { asOutput } from '../../output/json-text.js';
import { Messenger } from '../../output/messenger.js';
import { writeAll } from '../../output/write.js';
import type { CliCommand } from '../command.js';
import { SCHEMA_POSITIONAL, schemaCommand } from './read-schema.js';

export const adaptCommand: CliCommand = {
  name: 'schema adapt',
  usage: '<schema>',
  summary: 'Print the strict schema that --schema-mode adapt sends for a schema',
  positionals: [SCHEMA_POSITIONAL],
  flags: ['report', 'no-narrow', 'allow-refs-outside', 'json'],
  passesOn: false,
  examples: [
    [
      'schema adapt person.json --report > person.wire.json',
      'Write the schema to a file and the changes to the terminal',
    ],
    ['schema adapt person.json --json | jq .changes', 'Print the changes as JSON'],
  ],
  run: schemaCommand(adapt),
};

async function adapt(
  source: SchemaSource,
  plan: SchemaInputPlan,
  { flags }: ParsedArgs,
  io: CliIo,
): Promise<Failure | undefined> {
  const prepared = compileWithoutValidator(source, { mode: 'adapt', narrow: !flags.isOn('no-narrow') });
  if ('kind' in prepared) return prepared;
  const messenger = new Messenger(io);
  const asJson = flags.isOn('json');
  const { wire, wireText, changes, warnings, notices } = prepared.parts;
  const json = {
    ok: true,
    kind: 'ok',
    wire,
    changes,
    issues: [],
    warnings: redactIssues(warnings, createRedactor(io.env)),
  };
  await writeAll(io.stdout, asJson ? `${jsonText(json)}\n` : asOutput(wireText, true));
  if (flags.isOn('report') && !asJson) {
    for (const change of changes) for (const line of changeLines(change)) messenger.line(line);
    for (const notice of notices) messenger.line(`${plan.name}: note: ${notice}`);
    messenger.line(summary(plan.name, changes));
  }
  return undefined;
}

function changeLines({ pointer, kind, what, why }: Change): readonly string[] {
  return [`${pointer === '' ? '(root)' : pointer}: ${kind}: ${what}`, `    ${why}`];
}

const KINDS = ['exact', 'encoded', 'narrowed', 'dropped'] as const;

function summary(name: string, changes: readonly Change[]): string {
  const counts = KINDS.map(
    (kind) => [kind, changes.filter((change) => change.kind === kind).length] as const,
  );
  const shown = counts.filter(([, count]) => count > 0).map(([kind, count]) => `${count} ${kind}`);
  return `${name}: ${countOf(changes, 'change')}${shown.length === 0 ? '' : ` (${shown.join(', ')})`}.`;
}

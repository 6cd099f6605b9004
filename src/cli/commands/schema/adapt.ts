import { jsonText } from '../../../json/exact.js';
import { exitCodeOf } from '../../../outcome/exit-codes.js';
import type { Failure } from '../../../outcome/outcome.js';
import { redactIssues, redactOutcome } from '../../../outcome/redact/redact-outcome.js';
import { createRedactor } from '../../../outcome/redact/redactor.js';
import type { Change } from '../../../schema/adapt/report/change-log.js';
import { compileWithoutValidator } from '../../../schema/compile-without-validator.js';
import type { ParsedArgs } from '../../args/parsed-flags.js';
import type { CliIo } from '../../io.js';
import { countOf } from '../../output/finding-text.js';
import { asOutput } from '../../output/json-text.js';
import { Messenger } from '../../output/messenger.js';
import { writeAll } from '../../output/write.js';
import type { CliCommand } from '../command.js';
import { readCommandSchema, SCHEMA_ARGUMENT } from './open.js';

export const adaptCommand: CliCommand = {
  name: 'schema adapt',
  usage: '<schema>',
  summary: 'The strict schema that --schema-mode adapt sends in place of a schema; starts nothing',
  positionals: [SCHEMA_ARGUMENT],
  flags: ['report', 'no-narrow', 'allow-refs-outside', 'json'],
  passesOn: false,
  examples: [
    ['schema adapt person.json --report > person.wire.json', 'the schema to a file, what was changed to you'],
    ['schema adapt person.json --json | jq .changes', 'the changes for machines'],
  ],
  run: adapt,
};

async function adapt(args: ParsedArgs, io: CliIo): Promise<number> {
  const { flags } = args;
  const { plan, opened } = await readCommandSchema(args, io);
  const messenger = new Messenger(io);
  const asJson = flags.isOn('json');
  if ('ok' in opened) return refuse(opened, asJson, io, messenger);
  const prepared = compileWithoutValidator(opened.source, {
    mode: 'adapt',
    narrow: !flags.isOn('no-narrow'),
  });
  if ('kind' in prepared) return refuse(prepared, asJson, io, messenger);
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
  return 0;
}

async function refuse(raw: Failure, asJson: boolean, io: CliIo, messenger: Messenger): Promise<number> {
  const failure = redactOutcome(raw, createRedactor(io.env));
  if (asJson) {
    const issues = failure.kind === 'schema_unsupported' ? failure.issues : [];
    await writeAll(io.stdout, `${JSON.stringify({ ...failure, issues, warnings: [] })}\n`);
  } else {
    messenger.failure(raw);
  }
  return exitCodeOf(failure);
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

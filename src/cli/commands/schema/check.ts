import type { SchemaEncodeFailure, SchemaUnsupportedFailure } from '../../../diagnostics/schema-failures.js';
import { EXIT_CODES } from '../../../outcome/exit-codes.js';
import { redactIssues } from '../../../outcome/redact/redact-outcome.js';
import { createRedactor, type Redact } from '../../../outcome/redact/redactor.js';
import { checkSchema, type SchemaCheck } from '../../../schema/check-schema.js';
import type { ParsedArgs } from '../../args/parsed-flags.js';
import type { CliIo } from '../../io.js';
import { annotationsOf } from '../../output/annotations.js';
import { countOf, findingLines } from '../../output/finding-text.js';
import { Messenger } from '../../output/messenger.js';
import { writeAll } from '../../output/write.js';
import type { CliCommand } from '../command.js';
import { readCommandSchema, SCHEMA_POSITIONAL } from './read-schema.js';

export const checkCommand: CliCommand = {
  name: 'schema check',
  usage: '<schema>',
  summary: 'Check a schema against the rules of strict mode, with positions and hints',
  positionals: [SCHEMA_POSITIONAL],
  flags: ['fail-on-warnings', 'allow-refs-outside', 'json'],
  passesOn: false,
  examples: [
    ['schema check person.json', 'Exit with 0, 11 (not allowed in strict mode) or 10 (not a JSON Schema)'],
    ['schema check person.yaml --fail-on-warnings', 'Treat warnings as errors'],
    ['schema check schemas.ts#Person --json | jq .issues', 'Print JSON'],
  ],
  run: check,
};

/** A schema with its findings, shown as `file:line:column`. */
interface CheckedSchema {
  readonly name: string;
  readonly file: string | null;
  readonly result: SchemaCheck | SchemaEncodeFailure;
}

async function check(args: ParsedArgs, io: CliIo): Promise<number> {
  const { plan, opened } = await readCommandSchema(args, io);
  const messenger = new Messenger(io);
  const failOnWarnings = args.flags.isOn('fail-on-warnings');
  const result = redacted(
    'ok' in opened ? readFailure(opened) : checkSchema(opened.source, { failOnWarnings }),
    createRedactor(io.env),
  );
  const judged: CheckedSchema = { name: plan.name, file: plan.file, result };
  const asJson = args.flags.isOn('json');
  if (io.env['GITHUB_ACTIONS'] === 'true') await annotate(judged, io, asJson, messenger);
  else if (!asJson) printFindings(judged, messenger);
  if (asJson) await writeAll(io.stdout, `${JSON.stringify(jsonReport(result))}\n`);
  return EXIT_CODES[result.kind];
}

/** Returns the failure of reading the schema as the result of the check. */
function readFailure(
  failure: SchemaEncodeFailure | SchemaUnsupportedFailure,
): SchemaCheck | SchemaEncodeFailure {
  if (failure.kind === 'schema_encode') return failure;
  return { kind: failure.kind, issues: failure.issues, warnings: [], omitted: 0, notices: [] };
}

function redacted(
  result: SchemaCheck | SchemaEncodeFailure,
  redact: Redact,
): SchemaCheck | SchemaEncodeFailure {
  if (result.kind === 'schema_encode') return { ...result, message: redact(result.message) };
  const { issues, warnings } = result;
  return { ...result, issues: redactIssues(issues, redact), warnings: redactIssues(warnings, redact) };
}

function jsonReport(result: SchemaCheck | SchemaEncodeFailure): object {
  if (result.kind === 'schema_encode') {
    const { ok, kind, reason, message, pointer, position } = result;
    return { ok, kind, issues: [], warnings: [], reason, message, pointer, position };
  }
  const { kind, issues, warnings, omitted } = result;
  return { ok: kind === 'ok', kind, issues, warnings, ...(omitted === 0 ? {} : { omitted }) };
}

function printFindings({ name, result }: CheckedSchema, messenger: Messenger): void {
  if (result.kind === 'schema_encode') {
    messenger.failure(result);
    return;
  }
  for (const line of [...result.issues, ...result.warnings].flatMap((issue) => findingLines(name, issue))) {
    messenger.line(line);
  }
  for (const notice of result.notices) messenger.line(`${name}: note: ${notice}`);
  messenger.line(summary(name, result));
}

function summary(name: string, { kind, issues, warnings, omitted }: SchemaCheck): string {
  const verdict = kind === 'ok' ? 'is valid in strict mode' : 'is not valid in strict mode';
  const more = omitted === 0 ? '' : `, and ${omitted} more findings`;
  return `${name} ${verdict}: ${countOf(issues, 'error')}, ${countOf(warnings, 'warning')}${more}.`;
}

/** Prints annotations, which GitHub reads from both streams: to stderr if stdout carries JSON. */
async function annotate(
  { name, file, result }: CheckedSchema,
  io: CliIo,
  asJson: boolean,
  messenger: Messenger,
): Promise<void> {
  const text = annotationsOf(result, { file, cwd: io.cwd, workspace: io.env['GITHUB_WORKSPACE'] });
  await writeAll(asJson ? io.stderr : io.stdout, text);
  if (result.kind !== 'schema_encode' && !asJson) messenger.line(summary(name, result));
}

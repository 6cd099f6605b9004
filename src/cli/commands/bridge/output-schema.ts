import { classifyCall } from '../../../bridges/output-schema/classify-call.js';
import type { ParsedArgs } from '../../args/parsed-flags.js';
import type { FlagName } from '../../flags/table.js';
import type { CliIo } from '../../io.js';
import { UsageError } from '../../usage-error.js';
import type { CliCommand } from '../command.js';
import { bridgeAppServer, passOn } from './app-server.js';

export const OUTPUT_SCHEMA_FLAGS: readonly FlagName[] = [
  'schema',
  'schema-mode',
  'decode',
  'no-narrow',
  'fail-on-warnings',
  'allow-refs-outside',
  'codex-path',
];

export const outputSchemaCommand: CliCommand = {
  name: 'bridge output-schema',
  usage: '',
  summary: 'Proxy the app server of codex and add a schema to each turn that has none',
  positionals: [],
  flags: OUTPUT_SCHEMA_FLAGS,
  describes: { schema: 'Schema for each turn that has none: a file, module.ts#export, or inline {…}' },
  passesOn: true,
  examples: [
    ['bridge output-schema --schema person.json', "Act like 'codex app-server' on stdin and stdout"],
    [
      'bridge output-schema --schema person.json --schema-mode adapt --decode -- app-server -c model=\\"x\\"',
      'Accept any schema, and pass arguments to codex',
    ],
    [
      'CODEX_STRUCTURED_SCHEMA=/abs/person.json CODEX_PATH="$(which codex-structured-app-server)" codex-acp',
      'Use it with a client that starts codex',
    ],
  ],
  run: outputSchema,
};

async function outputSchema(args: ParsedArgs, io: CliIo): Promise<number> {
  const given = args.afterDashes ?? [];
  return callCodex(
    given.length === 0 ? ['app-server'] : given,
    () => args,
    io,
    args.flags.givenText('codex-path'),
  );
}

/**
 * Runs codex with these arguments, behind the proxy if they start an app server.
 *
 * @param argsOf - returns our own flags, which only a call of the app server needs
 */
export async function callCodex(
  codexArgs: readonly string[],
  argsOf: () => ParsedArgs,
  io: CliIo,
  codexPath?: string,
): Promise<number> {
  const verdict = classifyCall(codexArgs);
  if (verdict.kind === 'refuse') throw new UsageError(verdict.message);
  return verdict.kind === 'pass'
    ? passOn(codexArgs, io, codexPath)
    : bridgeAppServer(codexArgs, argsOf(), io, codexPath);
}

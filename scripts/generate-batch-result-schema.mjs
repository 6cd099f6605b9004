/**
 * Writes schemas/batch-result.schema.json from schemas/outcome.schema.json: a result of a batch is an envelope with
 * the key of its task. A schema that only refers to the envelope's could not add to it, since that is closed:
 *   node scripts/generate-batch-result-schema.mjs [output file]
 */
import { readFileSync, writeFileSync } from 'node:fs';

const schemas = new URL('../schemas/', import.meta.url);
const outcome = JSON.parse(readFileSync(new URL('outcome.schema.json', schemas), 'utf8'));

const keyDefs = {
  id: { description: "The task's own, or its place; unique among the results.", type: 'string' },
  index: { description: 'The place of the task in the input, from 0.', type: 'integer', minimum: 0 },
  inputHash: {
    description: 'Of all that the answer depends on: another hash is another task.',
    type: 'string',
    pattern: '^[0-9a-f]{64}$',
  },
  shard: {
    description: 'Which part of the input this is, where there are several.',
    type: 'string',
    pattern: '^[1-9][0-9]*/[1-9][0-9]*$',
  },
};
const key = Object.fromEntries(Object.keys(keyDefs).map((name) => [name, { $ref: `#/$defs/${name}` }]));

const invalidTask = {
  title: 'invalid_task',
  description: 'What was read is no task that could be run; nothing ran.',
  type: 'object',
  properties: {
    ok: { const: false },
    kind: { const: 'invalid_task' },
    message: { $ref: '#/$defs/message' },
    workMayHaveRun: { const: false },
    retryable: { const: false },
  },
  required: ['ok', 'kind', 'message', 'workMayHaveRun', 'retryable'],
  additionalProperties: false,
};

const schema = {
  $schema: outcome.$schema,
  title: 'A result of codex-structured batch',
  description:
    'One line of the results: the key of the task, then what run --envelope prints. Discriminate on kind. Made by scripts/generate-batch-result-schema.mjs.',
  oneOf: [...outcome.oneOf, invalidTask].map(({ properties, required, ...variant }) => ({
    ...variant,
    properties: { ...key, ...properties },
    required: ['id', 'index', 'inputHash', ...required],
  })),
  $defs: { ...keyDefs, ...outcome.$defs },
};
const output = process.argv[2] ?? new URL('batch-result.schema.json', schemas);
writeFileSync(output, `${JSON.stringify(schema, null, 2)}\n`);

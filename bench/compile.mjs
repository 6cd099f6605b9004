/**
 * Compiling a schema for strict mode: that the time grows with the size (10 times the properties, at most 13
 * times the time, up to 5,000 properties), and against ajv compiling the same schema of 150 KB (linting and
 * adapting together at most twice that). Prints medians and ratios.
 *
 *   npm run build && node bench/compile.mjs [rounds]
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { importSource } from '../scripts/import-source.mjs';

const { adapt, lint } = await importSource('src/schema/adapt/adapt.ts', 'src/schema/lint/lint.ts');

const TARGETS = { growth: 13, ajv: 2 };
const SIZES = [50, 500, 5_000];

const rounds = Number(process.argv[2] ?? 9) || 9;

if (process.argv[2] === '--once') {
  const schema = wide(Number(process.argv[3]));
  console.log(timed(() => compile(schema)));
} else {
  growth();
  againstAjv();
}

/** Each time in a process of its own, as a schema is compiled once in the life of a run. */
function growth() {
  const times = SIZES.map(() => []);
  for (let round = 0; round < rounds; round++) {
    SIZES.forEach((size, index) => {
      const file = fileURLToPath(import.meta.url);
      times[index].push(
        Number(execFileSync(process.execPath, [file, '--once', String(size)], { encoding: 'utf8' })),
      );
    });
  }
  const medians = times.map(middle);
  SIZES.forEach((size, index) => {
    console.log(`${String(size).padStart(6)} properties  ${medians[index].toFixed(1)} ms`);
  });
  for (const index of [1, 2]) {
    report(
      `${SIZES[index - 1]} → ${SIZES[index]} properties`,
      medians[index] / medians[index - 1],
      TARGETS.growth,
    );
  }
}

function againstAjv() {
  const schema = large(150_000);
  const contestants = {
    'lint + adapt': () => {
      lint(schema);
      compile(schema);
    },
    ajv: () => {
      const ajv = new Ajv({ strict: false });
      addFormats.default(ajv);
      ajv.compile(schema);
    },
  };
  // Taking turns, so that what the machine does besides hits both.
  const times = { 'lint + adapt': [], ajv: [] };
  for (let round = 0; round <= rounds; round++) {
    for (const [name, run] of Object.entries(contestants)) {
      const time = timed(run);
      if (round > 0) times[name].push(time);
    }
  }
  const [ours, theirs] = Object.values(times).map(middle);
  console.log(`a schema of ${(JSON.stringify(schema).length / 1000).toFixed(0)} KB`);
  console.log(`  lint + adapt  ${ours.toFixed(1)} ms\n  ajv           ${theirs.toFixed(1)} ms`);
  report('lint + adapt / ajv', ours / theirs, TARGETS.ajv);
}

function compile(schema) {
  const adapted = adapt(schema);
  if (!adapted.ok) throw new Error(adapted.issues[0].message);
}

function wide(count) {
  const properties = {};
  for (let index = 0; index < count; index++) properties[`property${index}`] = simple(index);
  return {
    type: 'object',
    properties,
    required: Object.keys(properties).filter((_, index) => index % 2 === 0),
  };
}

function simple(index) {
  switch (index % 4) {
    case 0:
      return { type: 'string', description: `What property ${index} is about.`, maxLength: 100 + index };
    case 1:
      return { type: 'array', items: { type: 'integer', minimum: 0 }, uniqueItems: true };
    case 2:
      return { enum: ['one', 'two', null] };
    default:
      return { type: ['number', 'null'], maximum: index };
  }
}

/** Many definitions that refer to each other, as in the schemas of configuration files. */
function large(bytes) {
  const definitions = {};
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: {},
    definitions,
  };
  for (let size = 0, index = 0; size < bytes; index++) {
    const properties = {};
    for (let member = 0; member < 10; member++) properties[`member${member}`] = simple(index + member);
    properties.next = { $ref: `#/definitions/part${Math.floor(index / 2)}` };
    properties.map = {
      type: 'object',
      additionalProperties: { $ref: `#/definitions/part${Math.floor(index / 3)}` },
    };
    properties.choice = {
      oneOf: [{ type: 'string' }, { $ref: `#/definitions/part${Math.floor(index / 5)}` }],
    };
    definitions[`part${index}`] = {
      type: 'object',
      properties,
      required: ['member0'],
      additionalProperties: false,
    };
    schema.properties[`part${index}`] = { $ref: `#/definitions/part${index}` };
    size += JSON.stringify(definitions[`part${index}`]).length + 60;
  }
  return schema;
}

function timed(run) {
  const start = performance.now();
  run();
  return performance.now() - start;
}

function middle(times) {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];
}

function report(what, ratio, target) {
  console.log(
    `  ${what}: ${ratio.toFixed(2)} times (target: at most ${target})${ratio > target ? '  MISSED' : ''}`,
  );
  if (ratio > target) process.exitCode = 1;
}

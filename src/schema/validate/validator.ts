import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Violation } from '../../diagnostics/issue.js';
import type { ValidationResult } from '../../diagnostics/schema-results.js';
import type { JsonValue } from '../../json/value.js';
import { compilePattern } from '../compile-pattern.js';
import type { Dialect } from '../dialect/draft.js';
import { assertionKeywords, replaced } from './assertion-keywords.js';
import { DefinitionApplier } from './definition-applier.js';
import { substituteIntegers } from './exact-integers.js';
import { type FormatCheck, formatChecks } from './formats/index.js';
import { groupKeywords } from './group-keywords.js';
import { translate } from './translate.js';
import type { Translation } from './translation.js';
import { unevaluatedKeywords } from './unevaluated-keywords.js';
import type { ReportedError } from './violations.js';
import { toViolations } from './violations.js';

export interface Validator {
  validate(value: JsonValue): ValidationResult;
}

/** The errors; none where the value is valid. */
type Compiled = (value: JsonValue) => readonly ReportedError[];

/**
 * The author's end of a schema. The schema must have passed `checkValidity` and `checkReferences`: what
 * they let through compiles.
 */
export function createValidator(schema: JsonValue, dialect: Dialect, options: ValidatorOptions): Validator {
  const usual = createDoubleValidator(schema, dialect, options);
  return {
    validate(value) {
      const substitution = substituteIntegers(schema, value);
      if (substitution === undefined) return usual.validate(value);
      const { integerOf } = substitution;
      const exact = createDoubleValidator(substitution.schema, dialect, { ...options, integerOf });
      return withIntegers(exact.validate(substitution.value), integerOf);
    },
  };
}

interface ValidatorOptions {
  readonly validateFormats: boolean;
  /** OpenAPI's keywords have a meaning, as in adapt mode. Default false. */
  readonly openApi?: boolean;
  /** The integer that a number stands for, if it stands for another. */
  readonly integerOf?: (number: number) => bigint | undefined;
}

/** Puts the integers of the schema back into the messages about bounds. */
function withIntegers(
  result: ValidationResult,
  integerOf: NonNullable<ValidatorOptions['integerOf']>,
): ValidationResult {
  if (result.ok) return result;
  const violations = result.violations.map((violation) =>
    /^(exclusive)?(Min|Max)imum$/i.test(violation.keyword)
      ? {
          ...violation,
          message: violation.message.replace(/-?\d{16,}(?=\.$)/, (number) =>
            String(integerOf(Number(number)) ?? number),
          ),
        }
      : violation,
  );
  return { ...result, violations };
}

/** A validator for numbers that doubles can hold. */
function createDoubleValidator(schema: JsonValue, dialect: Dialect, options: ValidatorOptions): Validator {
  const translation = translate(schema, dialect, options.openApi);
  const asserted = options.validateFormats ? formatChecks : new Map<string, FormatCheck>();
  // The verdict stops at the first error. To list all of them is slower and hardly ever needed, so that is
  // compiled only when a value has failed.
  const { integerOf = () => undefined } = options;
  const judge = compile(translation, asserted, integerOf, false);
  const explain = lazily(() => compile(translation, asserted, integerOf, true));
  const explainFormats = lazily(() => compile(translation, formatChecks, integerOf, true));

  const formatNotes = (value: JsonValue): Violation[] =>
    options.validateFormats
      ? []
      : toViolations(explainFormats()(value), translation).filter(({ keyword }) => keyword === 'format');

  return {
    validate(value) {
      try {
        if (judge(value).length === 0) return { ok: true, notes: formatNotes(value) };
        return { ok: false, violations: toViolations(explain()(value), translation) };
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        return tooDeep;
      }
    },
  };
}

/** The stack ran out: the answer is nested deeper than this schema can be followed. */
const tooDeep: ValidationResult = {
  ok: false,
  violations: [
    {
      pointer: '',
      keyword: 'false',
      schemaPointer: '#',
      message: 'The value is nested too deep to be checked against the schema.',
    },
  ],
  tooDeep: true,
};

function compile(
  translation: Translation,
  formats: ReadonlyMap<string, FormatCheck>,
  integerOf: (number: number) => bigint | undefined,
  allErrors: boolean,
): Compiled {
  const ajv = new Ajv2020({
    allErrors,
    strict: false,
    validateSchema: false,
    meta: false,
    addUsedSchema: false,
    inlineRefs: false,
    // Only for what explains: it costs time on each error, and errors inside `anyOf` are ordinary.
    verbose: allErrors,
    ownProperties: true,
    logger: false,
    // Its optimiser takes time that grows with the square of the schema.
    code: { regExp: patternEngine, optimize: false },
  });
  // Our own keywords do what this is for, and ajv's count of what is evaluated breaks on some schemas
  // (`TypeError: Cannot set properties of undefined`). Ajv2020 turns it on whatever the options say.
  ajv.opts.unevaluated = false;
  for (const keyword of replaced) ajv.removeKeyword(keyword);
  for (const definition of assertionKeywords(formats, integerOf)) ajv.addKeyword(definition);
  const compiled = new Map<string, ValidateFunction>();
  const definition = (name: string): ValidateFunction => {
    const known = compiled.get(name);
    if (known !== undefined) return known;
    const schema = translation.definitions.get(name);
    if (schema === undefined) throw new Error(`No definition ${name}`);
    const validate = ajv.compile(schema);
    compiled.set(name, validate);
    return validate;
  };
  const applier = new DefinitionApplier(definition, translation.entangled, allErrors);
  for (const keyword of groupKeywords(translation.groups, applier)) ajv.addKeyword(keyword);
  for (const keyword of unevaluatedKeywords(translation.plans, applier)) ajv.addKeyword(keyword);

  // Compiled ahead of the first answer.
  definition(translation.root);
  return (value) => applier.run(translation.root, value);
}

const patternEngine = Object.assign(
  (source: string): RegExp => {
    const pattern = compilePattern(source);
    if (pattern === undefined) throw new Error('An invalid pattern passed the validity check.');
    return pattern;
  },
  { code: 'new RegExp' },
);

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

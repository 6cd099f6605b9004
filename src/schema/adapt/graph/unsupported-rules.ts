import { entriesOf } from '../../../json/exact.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/value.js';
import { plural } from '../../../text/plural.js';
import { isArray, own } from '../../dialect/draft.js';
import { nullableParts } from '../../dialect/nullable.js';
import { type BuildContext, numberKeyword } from './context.js';
import { excerpt, quotedList } from './description-text.js';
import type { Choice, FlatSchema } from './flatten.js';
import type { SchemaPart } from './node.js';

/** A keyword that the strict subset cannot say, and the sentence that says it in the description. */
type Note = readonly [keyword: string, sentence: string];

/**
 * Returns sentences for the rules that hold whatever the type of the value is, and records them as dropped.
 */
export function ruleNotes(context: BuildContext, flat: FlatSchema, dropped: readonly Choice[]): string[] {
  const parts = flat.parts.filter((part) => !part.inherited);
  const sentences = notesOf(context, parts, ({ schema }) => {
    const value = own(schema, 'not');
    if (value === undefined) return [];
    const text = excerpt(value);
    const further = 'A further rule says what it must not be.';
    return [['not', text === undefined ? further : `Must not match this JSON Schema: ${text}`]];
  });
  for (const { keyword, site, inherited } of flat.rules) {
    if (keyword !== 'if' || inherited || !isJsonObject(site.schema)) continue;
    context.log.drop(site, keyword, undefined, 'if/then/else');
    sentences.push(conditional(site.schema));
  }
  for (const { keyword, site } of dropped) {
    if (site === undefined || !isJsonObject(site.schema)) continue;
    context.log.drop(site, keyword);
    if (keyword === 'nullable') sentences.push(nullOrRest(nullableParts(site).rest.schema));
    else sentences.push(keyword === 'if' ? conditional(site.schema) : oneOfThese(keyword, site.schema));
  }
  return sentences;
}

function nullOrRest(rest: JsonValue): string {
  const text = excerpt(rest);
  return text === undefined
    ? 'Must be null, or follow a further rule.'
    : `Must be null, or match this JSON Schema: ${text}`;
}

function oneOfThese(keyword: string, schema: JsonObject): string {
  const text = excerpt(own(schema, keyword) ?? null);
  const how = keyword === 'oneOf' ? 'exactly one' : 'at least one';
  if (text === undefined) return `Must follow ${how} of several further rules.`;
  return `Must match ${how} of these JSON Schemas: ${text}`;
}

function conditional(schema: JsonObject): string {
  const [condition, consequence, otherwise] = ['if', 'then', 'else'].map((keyword) => {
    const value = own(schema, keyword);
    return value === undefined ? undefined : (excerpt(value) ?? 'a further rule');
  });
  const parts = [`If it matches this JSON Schema: ${condition}`];
  if (consequence !== undefined) parts.push(`it must match ${consequence}`);
  if (otherwise !== undefined) parts.push(`otherwise it must match ${otherwise}`);
  return parts.join(', ');
}

/** Returns sentences for the rules of arrays, and records them as dropped. */
export function arrayNotes(context: BuildContext, parts: readonly SchemaPart[]): string[] {
  return notesOf(context, parts, (part) => {
    const notes: Note[] = [];
    if (own(part.schema, 'uniqueItems') === true) notes.push(['uniqueItems', 'No two items are equal.']);
    const contains = own(part.schema, 'contains');
    if (contains === undefined) return notes;
    const min = numberKeyword(part, 'minContains') ?? 1;
    const max = numberKeyword(part, 'maxContains');
    const most = max === undefined ? '' : ` and at most ${max}`;
    const text = excerpt(contains);
    const what = text === undefined ? 'follow a further rule' : `match this JSON Schema: ${text}`;
    return [...notes, ['contains', `At least ${plural(min, 'item')}${most} must ${what}.`]];
  });
}

/** Returns sentences for the rules of objects, and records them as dropped. */
export function objectNotes(context: BuildContext, parts: readonly SchemaPart[]): string[] {
  return notesOf(context, parts, (part) => {
    const notes: Note[] = [];
    const min = numberKeyword(part, 'minProperties') ?? 0;
    if (min > 0) notes.push(['minProperties', `At least ${plural(min, 'property', 'properties')}.`]);
    const max = numberKeyword(part, 'maxProperties');
    if (max !== undefined) notes.push(['maxProperties', `At most ${plural(max, 'property', 'properties')}.`]);
    for (const keyword of ['dependentRequired', 'dependencies', 'dependentSchemas']) {
      const map = own(part.schema, keyword);
      for (const [name, needed] of entriesOf(isJsonObject(map) ? map : {})) {
        const what = dependency(needed);
        if (what !== undefined) notes.push([keyword, `If ${JSON.stringify(name)} is present, ${what}.`]);
      }
    }
    return notes;
  });
}

function dependency(needed: JsonValue): string | undefined {
  if (isArray(needed)) {
    const names = needed.filter((other) => typeof other === 'string');
    return names.length > 0 ? `so must be ${quotedList(names)}` : undefined;
  }
  if (typeof needed === 'string') return `so must be ${JSON.stringify(needed)}`;
  const text = excerpt(needed);
  return text === undefined ? 'a further rule applies' : `the object must match this JSON Schema: ${text}`;
}

function notesOf(
  context: BuildContext,
  parts: readonly SchemaPart[],
  rulesOf: (part: SchemaPart) => readonly Note[],
): string[] {
  const sentences: string[] = [];
  for (const part of parts) {
    for (const [keyword, sentence] of rulesOf(part)) {
      context.log.drop(part.site, keyword);
      sentences.push(sentence);
    }
  }
  return sentences;
}

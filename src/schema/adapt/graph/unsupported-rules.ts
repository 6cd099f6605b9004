import type { JsonObject } from '../../../json/value.js';
import { isObject, own } from '../../dialect/draft.js';
import type { BuildContext } from './context.js';
import { excerpt } from './description-text.js';
import type { Choice, FlatSchema, SchemaPart } from './flatten.js';

const LOCAL = 'the strict subset cannot say it, so it is told in the description and checked afterwards';

/** What is told about rules that hold whatever the type of the value is. */
export function ruleNotes(context: BuildContext, flat: FlatSchema, dropped: readonly Choice[]): string[] {
  const notes: string[] = [];
  for (const part of flat.parts) if (!part.inherited) notes.push(...notNotes(context, part));
  for (const rule of flat.rules) {
    if (rule.keyword !== 'if' || rule.inherited || !isObject(rule.site.schema)) continue;
    context.log.add('dropped', rule.site, ['if'], 'if/then/else is not on the wire', LOCAL);
    notes.push(conditional(rule.site.schema));
  }
  for (const choice of dropped) {
    if (choice.site === undefined || !isObject(choice.site.schema)) continue;
    const { keyword, site } = choice;
    context.log.add('dropped', site, [keyword], `${keyword} is not on the wire`, LOCAL);
    notes.push(keyword === 'if' ? conditional(choice.site.schema) : oneOfThese(keyword, choice.site.schema));
  }
  return notes;
}

function notNotes(context: BuildContext, part: SchemaPart): string[] {
  const value = own(part.schema, 'not');
  if (value === undefined) return [];
  context.log.add('dropped', part.site, ['not'], 'not is not on the wire', LOCAL);
  const text = excerpt(value);
  return [
    text === undefined
      ? 'A further rule says what it must not be.'
      : `Must not match this JSON Schema: ${text}`,
  ];
}

function oneOfThese(keyword: string, schema: JsonObject): string {
  const text = excerpt(own(schema, keyword) ?? null);
  const how = keyword === 'oneOf' ? 'exactly one' : 'at least one';
  if (text === undefined) return `Must follow ${how} of several further rules.`;
  return `Must match ${how} of these JSON Schemas: ${text}`;
}

function conditional(schema: JsonObject): string {
  const texts = ['if', 'then', 'else'].map((keyword) => {
    const value = own(schema, keyword);
    return value === undefined ? undefined : (excerpt(value) ?? 'a further rule');
  });
  const [condition, consequence, otherwise] = texts;
  const parts = [`Where it matches this JSON Schema: ${condition}`];
  if (consequence !== undefined) parts.push(`it must match ${consequence}`);
  if (otherwise !== undefined) parts.push(`otherwise it must match ${otherwise}`);
  return parts.join(', ');
}

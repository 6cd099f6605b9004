import { isArray, isObject, own } from '../dialect/draft.js';
import { type BuildContext, numberKeyword } from './graph/context.js';
import { counted, excerpt, quotedList } from './graph/description-text.js';
import type { SchemaPart } from './graph/flatten.js';

const LOCAL = 'the strict subset cannot say it, so it is told in the description and checked afterwards';

/** What is told about an object because the wire has no keyword for it. */
export function objectNotes(context: BuildContext, parts: readonly SchemaPart[]): string[] {
  const notes: string[] = [];
  for (const part of parts) {
    for (const [keyword, note] of notesOf(part)) {
      notes.push(note);
      context.log.add('dropped', part.site, [keyword], `${keyword} is not on the wire`, LOCAL);
    }
  }
  return notes;
}

function notesOf(part: SchemaPart): [keyword: string, note: string][] {
  const { schema } = part;
  const notes: [string, string][] = [];
  const min = numberKeyword(part, 'minProperties');
  if (min !== undefined && min > 0)
    notes.push(['minProperties', `At least ${counted(min, 'property', 'properties')}.`]);
  const max = numberKeyword(part, 'maxProperties');
  if (max !== undefined) notes.push(['maxProperties', `At most ${counted(max, 'property', 'properties')}.`]);
  for (const keyword of ['dependentRequired', 'dependencies', 'dependentSchemas']) {
    const map = own(schema, keyword);
    if (!isObject(map)) continue;
    for (const [name, needed] of Object.entries(map)) {
      const subject = `If ${JSON.stringify(name)} is present,`;
      if (isArray(needed)) {
        const names = needed.filter((other): other is string => typeof other === 'string');
        if (names.length > 0) notes.push([keyword, `${subject} so must be ${quotedList(names)}.`]);
      } else if (typeof needed === 'string') {
        notes.push([keyword, `${subject} so must be ${JSON.stringify(needed)}.`]);
      } else {
        const text = excerpt(needed);
        const what =
          text === undefined ? 'a further rule applies' : `the object must match this JSON Schema: ${text}`;
        notes.push([keyword, `${subject} ${what}.`]);
      }
    }
  }
  return notes;
}

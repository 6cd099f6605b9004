/** "The newest draft", which these have always meant. */
const newest = new Set(['json-schema.org/schema', 'json-schema.org/draft/next/schema']);

const older = /^json-schema\.org\/draft-0[0-35]\//;

/**
 * What a `$schema` that is none of the drafts understood is: another name of the newest one, a draft from
 * before draft-04, or a meta-schema of someone's own.
 */
export function unknownDraft(uri: string): 'newest' | 'older' | 'own' {
  const bare = uri
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/#$/, '');
  if (newest.has(bare)) return 'newest';
  return older.test(bare) ? 'older' : 'own';
}

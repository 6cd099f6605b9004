import { describe, expect, it } from 'vitest';
import { ChangeLog } from '../../../src/schema/adapt/report/change-log.js';
import type { Site } from '../../../src/schema/dialect/site.js';

const root: Site = { schema: {}, parent: undefined, keyword: '', path: [], depth: 0 };
const inner: Site = { schema: {}, parent: root, keyword: 'items', path: ['items'], depth: 1 };

function listed(...logs: ChangeLog[]): string[] {
  return ChangeLog.list(logs).map(({ kind, pointer, what }) => `${kind} ${pointer} ${what}`);
}

describe('the log of changes', () => {
  it('lists each change once, in the order of the logs', () => {
    const first = new ChangeLog();
    const second = new ChangeLog();
    second.drop(inner, 'not');
    first.add('exact', root, ['allOf'], 'merged', 'why');
    first.add('exact', root, ['allOf'], 'merged', 'another reason');
    expect(listed(first, second)).toEqual([
      'exact /allOf merged',
      'dropped /items/not not is not on the wire',
    ]);
  });

  it('leaves out a keyword that another step records, also a later one', () => {
    const keywords = new ChangeLog();
    const steps = new ChangeLog();
    keywords.addUnlessSaid('exact', root, 'minLength', 'minLength is left out', 'why', ['minLength']);
    keywords.addUnlessSaid('exact', root, 'pattern', 'pattern is left out', 'why', ['pattern']);
    keywords.addUnlessSaid('exact', inner, 'items', 'items is left out', 'why', ['items', '']);
    steps.drop(root, 'pattern');
    steps.addText(inner, 'why');
    expect(listed(keywords, steps)).toEqual([
      'exact /minLength minLength is left out',
      'dropped /pattern pattern is not on the wire',
      'encoded /items any JSON value, as JSON text',
    ]);
  });

  it('does not count a narrowing, which is in addition to a keyword', () => {
    const log = new ChangeLog();
    log.add('narrowed', root, ['items'], 'type array', 'why');
    log.addUnlessSaid('exact', root, 'items', 'items is left out', 'why', ['items']);
    expect(listed(log)).toEqual(['narrowed /items type array', 'exact /items items is left out']);
  });

  it('gives its changes away once', () => {
    const log = new ChangeLog();
    log.drop(root, 'not');
    expect(log.take()).toBeInstanceOf(ChangeLog);
    expect(log.take()).toBeUndefined();
  });
});

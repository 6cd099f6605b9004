import { isObject } from '../dialect/draft.js';
import type { Site } from '../dialect/site.js';
import type { ChangeLog } from './report/change-log.js';

/** Is told what becomes of a list of values. */
export interface ValueReport {
  readonly dropped: () => void;
  readonly labelled: () => void;
}

const LIMITS =
  'all values together would be more than strict mode takes, so it is told in the description and checked afterwards';

/** Reports to the schemas that list the values. */
export function valueReport(log: ChangeLog, sites: readonly (Site | undefined)[]): ValueReport {
  const listing = sites.flatMap((site) => {
    if (site === undefined || !isObject(site.schema)) return [];
    const keyword = Object.hasOwn(site.schema, 'const') ? 'const' : 'enum';
    return [{ site, keyword }];
  });
  return {
    dropped() {
      for (const { site, keyword } of listing)
        log.add('dropped', site, [keyword], `${keyword} is not on the wire`, LIMITS);
    },
    labelled() {
      for (const { site, keyword } of listing) {
        const why = 'strict mode lists strings, safe numbers and booleans only';
        log.add('encoded', site, [keyword], 'values are told by their JSON text', why);
      }
    },
  };
}

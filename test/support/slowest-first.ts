import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, by what they do; a fresh clone has no times of an earlier run to go by. */
const SLOW = [
  'codex/both-transports',
  'docs/readme',
  'cli/batch.test',
  'faults/bridge-output-schema',
  'ci/action',
  'suite/adapt-suite',
  'codex/',
  'faults/',
  'ci/',
  'docs/',
  'browser/',
  'cli/',
];

/** Starts with what takes longest, so that no worker is left with it in the end; files of one project stay together. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => projectRank(a) - projectRank(b) || rank(a) - rank(b));
  }
}

/** Pure files are short: they fill up the workers at the end. */
function projectRank({ project }: TestSpecification): number {
  return project.name === 'pure' ? 1 : 0;
}

function rank({ moduleId }: TestSpecification): number {
  const index = SLOW.findIndex((part) => moduleId.includes(`/test/${part}`));
  return index === -1 ? SLOW.length : index;
}

import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** From the first to run to the last; the last line that fits a file counts. */
const ranks = [
  /\/checks-page\.test\./,
  /./,
  /\/audit\/checks\/catalog\.test\.|\/check-domain\.test\./,
  /\/evaluate[\w-]*\.test\.|\/snapshot[\w-]*\.test\./,
  /\/hostile-answers\.test\.|\.property\.test\.|-oracle\.test\./,
];

/** When a test file runs: 0 goes first. Quick tests of exact results kill most mutants, so that slow ones rarely run. */
export const rankOf = (file: string): number =>
  ranks[0]?.test(file) === true ? 0 : ranks.findLastIndex((rank) => rank.test(file));

export class KillersFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted(
      (a, b) => rankOf(a.moduleId) - rankOf(b.moduleId) || a.moduleId.localeCompare(b.moduleId, 'en'),
    );
  }
}

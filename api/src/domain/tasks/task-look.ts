import type { Verdict } from '@tenantry/contract/verdicts';
import { type Facts, factOf } from '../../audit/facts/facts.ts';
import { isFinding } from '../../audit/findings/is-finding.ts';
import { licenseOfWorkId } from '../../audit/findings/remedies/work.ts';
import type { TaskRecord } from '../../store/tasks.ts';
import type { Looked } from '../rechecks/recheck-result.ts';
import { licenseStanding } from './license-standing.ts';
import { decisiveOf, type Standing, standingOf, standingText, workOfLooked } from './task-standing.ts';

/** How a task stands by a look at its checks, and what is kept of it. */
export type TaskLook = {
  standing: Standing;
  decisive: Looked;
  /** How it stands, in a sentence. */
  text: string;
  /** What is kept as its evidence. */
  verdicts: readonly Verdict[];
};

/**
 * How a task stands: by its checks, and one that adds a license by the licenses of the tenant.
 * @param facts what was collected, of which it reads the licenses
 * @returns null where none of its checks was looked at
 */
export function lookOfTask(
  task: Pick<TaskRecord, 'remedyId' | 'checkId' | 'findingIds'>,
  looked: readonly Looked[],
  facts: Facts,
): TaskLook | null {
  const sight = { looked, hasLicenses: factOf(facts, 'subscribedSkus') !== undefined };
  const license = task.remedyId === null ? null : licenseOfWorkId(task.remedyId);
  const [first] = looked;
  if (license !== null && first) {
    const waiting = looked.filter((one) => isFinding(one.verdict) && workOfLooked(one, sight).id === task.remedyId);
    const { standing, decisive } = licenseStanding(license, first.verdict, { looked, waiting, facts });
    return { standing, decisive, text: decisive.verdict.message, verdicts: [decisive.verdict] };
  }
  const standing = standingOf(task, sight);
  const decisive = decisiveOf(task, looked, standing);
  if (!decisive) return null;
  const verdicts = looked.map(({ verdict }) => verdict);
  return { standing, decisive, text: standingText(standing, decisive), verdicts };
}

import type { RecheckOutcome } from '@tenantry/contract/rechecks';
import { isFinding, isUnknown } from '../../audit/findings/is-finding.ts';
import { remedyOf } from '../../audit/findings/remedies/remedies.ts';
import { type Work, workOf } from '../../audit/findings/remedies/work.ts';
import type { TaskRecord } from '../../store/tasks.ts';
import type { Looked } from '../rechecks/recheck-result.ts';

/** How a task stands by its checks. */
export type Standing = {
  outcome: RecheckOutcome;
  /** Checks that fail still. */
  left: readonly Looked[];
  /** Checks that could not be made, and without which nobody can say that the work is done. */
  unknown: readonly Looked[];
  passing: number;
  /** Checks that count for the work: those that pass, are left or unknown. */
  total: number;
  /** Titles of the other work to which belongs what is unknown here. */
  otherWork: readonly string[];
};

type Subject = Pick<TaskRecord, 'remedyId' | 'checkId' | 'findingIds'>;

/** What was looked at, and whether the licenses of the tenant were. Where they were not, a finding needs what it was known to need. */
type TaskSight = { looked: readonly Looked[]; hasLicenses: boolean };

/**
 * The checks by which a task is done: those of its remedy, as the catalog has them, and those that found what it closes: of a
 * license those that waited for it, of a free switch those that it closes too.
 */
export function checksOfTask(task: Pick<TaskRecord, 'remedyId' | 'checkId' | 'checkIds'>): readonly string[] {
  if (task.remedyId === null) return task.checkId === null ? [] : [task.checkId];
  return [...new Set([...(remedyOf(task.remedyId)?.checks ?? []), ...task.checkIds])];
}

/** The work that closes what a check reports now. */
export function workOfLooked({ verdict, finding }: Looked, { hasLicenses }: Pick<TaskSight, 'hasLicenses'>): Work {
  const { checkId, needsLicense = null, closedBy } = verdict;
  const known = !hasLicenses && needsLicense === null ? finding : null;
  return workOf(known ?? { checkId, needsLicense, closedBy });
}

/** What fails still, and is this task's to mend: not what waits for a license, and of a license nothing else. */
const isOfTask = ({ remedyId }: Subject, one: Looked, sight: TaskSight): boolean =>
  remedyId === null || workOfLooked(one, sight).id === remedyId;

/** As it is after this look, which ends an acceptance that no longer holds. */
const isAccepted = ({ finding }: Looked): boolean => finding?.status === 'ACCEPTED';

const isWell = ({ verdict: { status } }: Looked): boolean => status === 'pass' || status === 'notApplicable';

/** Whether something of the work was done: a finding that the task closes is gone. A check that never failed shows nothing. */
const isBegun = ({ findingIds }: Subject, { looked }: TaskSight): boolean =>
  looked.some((one) => isWell(one) && one.finding !== null && findingIds.includes(one.finding.id));

/** A check that cannot be made matters where it is known to have failed. */
const isMissing = ({ findingIds }: Subject, { verdict, finding }: Looked): boolean =>
  isUnknown(verdict) &&
  finding !== null &&
  finding.status !== 'ACCEPTED' &&
  (finding.status !== 'RESOLVED' || findingIds.includes(finding.id));

/**
 * How a task stands, by what its checks say (decisions 023 and 056): done once nothing is left and nothing unknown. Accepted risks,
 * and what belongs to other work by now, as what waits for a license, are not left to do; unless nothing else of the work was done:
 * then a look has shown nobody that anything was.
 */
export function standingOf(task: Subject, sight: TaskSight): Standing {
  const { looked } = sight;
  const failing = looked.filter(({ verdict }) => isFinding(verdict));
  const own = failing.filter((one) => isOfTask(task, one, sight));
  const notAccepted = own.filter((one) => !isAccepted(one));
  const begun = isBegun(task, sight);
  const left = notAccepted.length === 0 && !begun ? own : notAccepted;
  const others = begun || left.length > 0 ? [] : failing.filter((one) => !own.includes(one));
  const missing = looked.filter((one) => isMissing(task, one));
  const unseen = looked.filter(({ verdict, finding }) => isUnknown(verdict) && finding !== null);
  const unknown = [...(missing.length > 0 || begun ? missing : unseen), ...others];
  const passing = looked.filter(({ verdict }) => verdict.status === 'pass').length;
  const outcome = left.length > 0 ? 'stillFails' : unknown.length > 0 ? 'unknown' : 'passed';
  const otherWork = [...new Set(others.map((one) => workOfLooked(one, sight).title))];
  return { outcome, left, unknown, passing, total: passing + left.length + unknown.length, otherWork };
}

/**
 * The check that tells most of how a task stands: one that fails, else one that is not known; of a task that is done one that is well,
 * that which it was made of before others.
 */
export function decisiveOf(
  task: Pick<TaskRecord, 'checkId'>,
  looked: readonly Looked[],
  standing: Standing,
): Looked | null {
  const own = looked.find(({ verdict }) => verdict.checkId === task.checkId);
  const well = own && isWell(own) ? own : looked.find(isWell);
  return standing.left[0] ?? standing.unknown[0] ?? well ?? own ?? looked[0] ?? null;
}

/** How a task stands, in a sentence: of one check what it says, of several how many pass and what is left. */
export function standingText(standing: Standing, decisive: Looked): string {
  const { passing, total, left, unknown, otherWork } = standing;
  const named = (some: readonly Looked[]) => some.map(({ verdict }) => verdict.message).join(' ');
  const told = left.length > 0 ? named(left) : named(unknown);
  const checks = total <= 1 ? decisive.verdict.message : `${passing} of ${total} checks pass. ${told}`.trim();
  return otherWork.length === 0 ? checks : `${checks} This belongs to other work now: ${otherWork.join(', ')}.`;
}

import type { RecheckOutcome } from '@tenantry/contract/rechecks';
import type { Verdict } from '@tenantry/contract/verdicts';
import { isFinding, isUnknown } from '../../audit/findings/is-finding.ts';
import { remedyOf } from '../../audit/findings/remedies/remedies.ts';
import { workOf } from '../../audit/findings/remedies/work.ts';
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
};

type Subject = Pick<TaskRecord, 'remedyId' | 'checkId' | 'findingIds'>;

/**
 * The checks by which a task is done: those of its remedy, as the catalog has them, and those that found what it closes: of a
 * license those that waited for it, of a free switch those that it closes too.
 */
export function checksOfTask(task: Pick<TaskRecord, 'remedyId' | 'checkId' | 'checkIds'>): readonly string[] {
  if (task.remedyId === null) return task.checkId === null ? [] : [task.checkId];
  return [...new Set([...(remedyOf(task.remedyId)?.checks ?? []), ...task.checkIds])];
}

/** Whether what a check reports is this task's to mend: not what waits for a license, and of a license nothing else. */
const isOfTask = ({ remedyId }: Subject, { checkId, needsLicense, closedBy }: Verdict): boolean =>
  remedyId === null || workOf({ checkId, needsLicense: needsLicense ?? null, closedBy }).id === remedyId;

const fails = (task: Subject, { verdict }: Looked): boolean => isFinding(verdict) && isOfTask(task, verdict);

/** As it is after this look, which ends an acceptance that no longer holds. */
const isAccepted = ({ finding }: Looked): boolean => finding?.status === 'ACCEPTED';

const isMended = ({ verdict: { status } }: Looked): boolean => status === 'pass' || status === 'notApplicable';

/** What fails still. An accepted risk is not left to do, unless nothing else of the work was done: then nothing was. */
function leftOf(task: Subject, looked: readonly Looked[]): readonly Looked[] {
  const failing = looked.filter((one) => fails(task, one));
  const left = failing.filter((one) => !isAccepted(one));
  return left.length === 0 && !looked.some(isMended) ? failing : left;
}

/** A check that cannot be made matters where it is known to have failed. */
const isMissing = ({ findingIds }: Subject, { verdict, finding }: Looked): boolean =>
  isUnknown(verdict) &&
  finding !== null &&
  finding.status !== 'ACCEPTED' &&
  (finding.status !== 'RESOLVED' || findingIds.includes(finding.id));

/** How a task stands, by what its checks say (decisions 023 and 056): done once nothing is left and nothing unknown. */
export function standingOf(task: Subject, looked: readonly Looked[]): Standing {
  const left = leftOf(task, looked);
  const unknown = looked.filter((one) => isMissing(task, one));
  const passing = looked.filter(({ verdict }) => verdict.status === 'pass').length;
  const outcome = left.length > 0 ? 'stillFails' : unknown.length > 0 ? 'unknown' : 'passed';
  return { outcome, left, unknown, passing, total: passing + left.length + unknown.length };
}

/** The check that tells most of how a task stands: one that fails, else one that is not known, else the one it was made of. */
export function decisiveOf(
  task: Pick<TaskRecord, 'checkId'>,
  looked: readonly Looked[],
  standing: Standing,
): Looked | null {
  const own = looked.find(({ verdict }) => verdict.checkId === task.checkId);
  return standing.left[0] ?? standing.unknown[0] ?? own ?? looked[0] ?? null;
}

/** How a task stands, in a sentence: of one check what it says, of several how many pass and what is left. */
export function standingText(standing: Standing, decisive: Looked): string {
  const { passing, total, left, unknown } = standing;
  if (total <= 1) return decisive.verdict.message;
  const named = (some: readonly Looked[]) => some.map(({ verdict }) => verdict.message).join(' ');
  const told = left.length > 0 ? named(left) : named(unknown);
  return `${passing} of ${total} checks pass. ${told}`.trim();
}

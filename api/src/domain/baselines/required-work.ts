import { Priority } from '@tenantry/contract/verdicts';
import type { FindingRecord } from '../../store/findings.ts';
import { dayOf } from '../tasks/due-days.ts';
import { type AssignedBaseline, type BaselineStores, baselinesOfTenant } from './baselines.ts';

type Found = Pick<FindingRecord, 'checkId' | 'severity' | 'exceptions'>;

/** What the baselines of a tenant ask for of what was found there. */
export type RequiredWork = {
  /** The names of the baselines that require the check of one of these findings, in the order of baselines. */
  requiredBy(found: readonly Found[]): string[];
  /**
   * The day by which it is to be done: that of the gravest finding that a baseline requires, and of several baselines the earliest;
   * null where none requires any.
   */
  dueDate(found: readonly Found[]): string | null;
};

const dayMs = 86_400_000;

/** Whether a baseline asks for what was found: it requires the check, and has no exception for it. */
function requires({ id, required }: AssignedBaseline, { checkId, exceptions = [] }: Found, now: string): boolean {
  return required.includes(checkId) && !exceptions.some((one) => one.baselineId === id && one.expiresAt > now);
}

/** By these baselines. Pure. */
function requiredWork(baselines: readonly AssignedBaseline[], now: Date): RequiredWork {
  const at = now.toISOString();
  const ofBaseline = (baseline: AssignedBaseline, found: readonly Found[]) =>
    found.filter((finding) => requires(baseline, finding, at));
  return {
    requiredBy: (found) =>
      baselines.filter((baseline) => ofBaseline(baseline, found).length > 0).map(({ name }) => name),
    dueDate(found) {
      const days = baselines.flatMap((baseline) => {
        const asked = new Set(ofBaseline(baseline, found).map(({ severity }) => severity));
        const gravest = Priority.options.find((severity) => asked.has(severity));
        return gravest === undefined ? [] : [baseline.dueDays[gravest]];
      });
      return days.length === 0 ? null : dayOf(new Date(now.getTime() + Math.min(...days) * dayMs));
    },
  };
}

/** What the baselines of a tenant ask for now: two reads. */
export const requiredOfTenant = async (stores: BaselineStores, tenantId: string, now: Date): Promise<RequiredWork> =>
  requiredWork(await baselinesOfTenant(stores, tenantId), now);

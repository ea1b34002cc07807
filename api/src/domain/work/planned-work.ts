import type { FindingRecord } from '../../store/findings.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import { type AskedWork, openWorkItems } from './work-items.ts';

/** The open work of a tenant: what there is to be done, and what an administrator denied, which is in no plan and no sum. */
export type PlannedWork = { planned: AskedWork[]; denied: AskedWork[] };

const isDenied = ({ approval }: AskedWork): boolean => approval?.status === 'denied';

/** What is planned of some work, in its order, and what is left out: plan, readiness and reports go by it. */
export const plannedOf = (work: readonly AskedWork[]): PlannedWork => ({
  planned: work.filter((one) => !isDenied(one)),
  denied: work.filter(isDenied),
});

/** What is planned of the open work of a tenant, and what is left out, the gravest first. */
export const plannedWork = async (tenant: Pick<TenantRecords, 'findings' | 'approvals'>): Promise<PlannedWork> =>
  plannedOf(await openWorkItems(tenant));

/** The findings that pieces of work close. */
export const findingsOf = (work: readonly AskedWork[]): FindingRecord[] => work.flatMap(({ members }) => [...members]);

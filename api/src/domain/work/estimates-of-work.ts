import type { PriceList } from '@tenantry/contract/price-list';
import type { TenantRecords } from '../../store/tenant-records.ts';
import { type Estimate, type EstimatedWork, estimator, revenueOf } from '../price-list/estimate.ts';
import { tasksUnderWay } from '../tasks/tasks-under-way.ts';

/**
 * What each of these pieces of work takes and costs, as plan, readiness, reports and "Do this first" tell it: the hours of its
 * task where one is under way, since those were agreed on, else those of the price list; the rate is that of the day.
 */
export async function estimatesOfWork(
  tenant: Pick<TenantRecords, 'tasks'>,
  priceList: PriceList,
  work: readonly { id: string }[],
): Promise<(item: EstimatedWork) => Estimate> {
  const estimate = estimator(priceList);
  const tasks = await tasksUnderWay(tenant, { remedyIds: work.map(({ id }) => id), findingIds: [] });
  return (item) => {
    const listed = estimate(item);
    const hours = tasks.find(({ remedyId }) => remedyId === item.id)?.estimatedHours ?? null;
    if (hours === null || hours === listed.hours) return listed;
    const { category } = item.members[0] ?? {};
    if (category === undefined) return listed;
    return { ...listed, hours, price: revenueOf(priceList, { remedyId: item.id, checkId: null, category }, hours) };
  };
}

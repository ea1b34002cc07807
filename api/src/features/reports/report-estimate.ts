import type { PriceList } from '@tenantry/contract/price-list';
import { countedOnce } from '../../audit/findings/license-group.ts';
import type { Estimate, EstimatedWork } from '../../domain/price-list/estimate.ts';
import { workItemsOf } from '../../domain/work/work-items.ts';
import type { FindingRecord } from '../../store/findings.ts';
import type { ReportEstimate } from './report-model.ts';

/**
 * What mending the open findings takes, once for each remedy; null where nothing is open.
 * @param planned those of them of which the work was not denied
 */
export function reportEstimate(
  { open, planned }: { open: readonly FindingRecord[]; planned: readonly FindingRecord[] },
  estimate: (work: EstimatedWork) => Estimate,
  { isDefault }: Pick<PriceList, 'isDefault'>,
): ReportEstimate | null {
  if (open.length === 0) return null;
  const work = workItemsOf(planned).map((item) => {
    const { hours, price } = estimate(item);
    return { title: item.title, checkIds: item.members.map(({ checkId }) => checkId), hours, price };
  });
  return {
    findings: countedOnce(planned).length,
    denied: countedOnce(open).length - countedOnce(planned).length,
    hours: work.reduce((sum, { hours }) => sum + hours, 0),
    price: work.reduce((sum, { price }) => sum + price, 0),
    pricesAreDefault: isDefault,
    work,
  };
}

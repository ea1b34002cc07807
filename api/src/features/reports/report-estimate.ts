import type { PriceList } from '@tenantry/contract/price-list';
import { estimator } from '../../domain/price-list/price-list.ts';
import type { FindingRecord } from '../../store/findings.ts';
import type { ReportEstimate } from './report-model.ts';

/** What mending these findings takes, each by its kind of work; null where there is none. */
export function reportEstimate(
  findings: readonly Pick<FindingRecord, 'checkId' | 'category'>[],
  priceList: PriceList,
): ReportEstimate | null {
  if (findings.length === 0) return null;
  const estimate = estimator(priceList);
  const byCheck = findings.map(({ checkId, category }) => {
    const { hours, hourlyRate } = estimate(checkId, category);
    return { checkId, hours, price: hours * hourlyRate };
  });
  return {
    findings: findings.length,
    hours: byCheck.reduce((sum, { hours }) => sum + hours, 0),
    price: byCheck.reduce((sum, { price }) => sum + price, 0),
    pricesAreDefault: priceList.isDefault,
    byCheck,
  };
}

import type { PriceList, WorkKind } from '@tenantry/contract/price-list';
import type { Category } from '@tenantry/contract/verdicts';
import { remedyOfCheck } from '../../audit/findings/remedies/remedies.ts';
import { defaultWork, hoursOfUnknownWork, kindByCategory, licenseWorkId } from './default-prices.ts';
import { hoursFor } from './price-list.ts';

/** What doing one piece of work for one tenant takes and costs. `price`: not rounded, so that sums are those of hours by rate. */
export type Estimate = { hours: number; hourlyRate: number; price: number };

/** A piece of work: of a remedy, or of a license (`license-…`), with the findings that it closes. */
export type EstimatedWork = {
  id: string;
  members: readonly { category: Category; affectedCount: number }[];
};

/** Which entry of the price list is meant; null where it is work of a check that the catalog no longer has. */
function entryId(workId: string | null): string | null {
  if (workId === null) return null;
  if (workId.startsWith(`${licenseWorkId}-`)) return licenseWorkId;
  return Object.hasOwn(defaultWork, workId) ? workId : null;
}

/** The kind of a piece of work: that of its remedy, else what its category mostly is. */
function kindOfWork(workId: string | null, category: Category): WorkKind {
  const id = entryId(workId);
  return (id === null ? undefined : defaultWork[id]?.kind) ?? kindByCategory[category];
}

type Rates = Pick<PriceList, 'rates'>;

function rateOf({ rates }: Rates, kind: WorkKind): number {
  const rate = rates.find((one) => one.kind === kind);
  if (!rate) throw new Error(`The price list has no rate for ${kind}`);
  return rate.hourlyRate;
}

/** What a task of so many hours brings. Tasks of before know their check alone. */
export function revenueOf(
  priceList: Rates,
  { remedyId, checkId, category }: { remedyId: string | null; checkId: string | null; category: Category },
  hours: number,
): number {
  const workId = remedyId ?? remedyOfCheck(checkId ?? '')?.id ?? null;
  return hours * rateOf(priceList, kindOfWork(workId, category));
}

/**
 * Estimates by a price list. The size of a piece of work is the largest number affected in one of its findings: those of several
 * are mostly the same people.
 */
export function estimator(priceList: Pick<PriceList, 'rates' | 'work'>) {
  const prices = new Map(priceList.work.map((price) => [price.id, price]));
  return ({ id, members }: EstimatedWork): Estimate => {
    const category = members[0]?.category ?? 'secure-score';
    const price = prices.get(entryId(id) ?? '');
    const size = Math.max(0, ...members.map(({ affectedCount }) => affectedCount));
    const hours = price ? hoursFor(price, size) : hoursOfUnknownWork;
    const hourlyRate = rateOf(priceList, kindOfWork(id, category));
    return { hours, hourlyRate, price: hours * hourlyRate };
  };
}

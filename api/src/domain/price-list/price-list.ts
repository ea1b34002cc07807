import { type PriceList, WorkKind, type WorkPrice } from '@tenantry/contract/price-list';
import type { Category } from '@tenantry/contract/verdicts';
import type { PriceListRecord, SystemConfigStore } from '../../store/system-config.ts';
import { defaultPrices } from './default-prices.ts';
import { workOfCheck } from './work-of-check.ts';

/** Under which the price list stands in system_config. */
export const priceListId = 'price-list';

/** A kind of work that came after the list was saved has the product's own price until somebody edits it. */
function pricesOf(stored: PriceListRecord | undefined): WorkPrice[] {
  const own = new Map(stored?.work.map((one) => [one.kind, one]));
  return defaultPrices.map((price) => own.get(price.kind) ?? price);
}

/** The list as it is kept, or the defaults where nobody has edited it (design, 8). */
export function priceListOf(stored: PriceListRecord | undefined): PriceList {
  return {
    currency: 'USD',
    work: pricesOf(stored),
    isDefault: stored === undefined,
    revision: stored?.revision ?? 0,
    updatedAt: stored?.updatedAt ?? null,
    updatedBy: stored?.updatedBy ?? null,
  };
}

export async function readPriceList({ priceList }: Pick<SystemConfigStore, 'priceList'>): Promise<PriceList> {
  return priceListOf((await priceList.get(priceListId))?.value);
}

/** What mending the finding of a check takes and costs. */
export type Estimate = { hours: number; hourlyRate: number };

/** Estimates by a price list: there is one for every check, by its kind of work. */
export function estimator({ work }: Pick<PriceList, 'work'>) {
  const prices = new Map(work.map((price) => [price.kind, price]));
  return (checkId: string, category: Category): Estimate => {
    const price = prices.get(workOfCheck(checkId, category));
    if (!price) throw new Error(`The price list has ${work.length} of ${WorkKind.options.length} kinds of work`);
    return { hours: price.hours, hourlyRate: price.hourlyRate };
  };
}

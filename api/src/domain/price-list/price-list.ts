import { mostOfSize, type PriceList, type WorkPrice } from '@tenantry/contract/price-list';
import type { PriceListRecord, SystemConfigStore } from '../../store/system-config.ts';
import { defaultPrices, defaultRates } from './default-prices.ts';

/** Under which the price list stands in system_config. */
export const priceListId = 'price-list';

const smallestHours = 0.25;
const mostHours = 400;

/** Hours are told and kept in quarters; a part of one is one. */
const inQuarters = (hours: number): number => Math.ceil(Math.round(hours * 10_000) / 2_500) / 4;

/** As somebody edited the hours of its kind in an earlier version: as many times the default as theirs were. */
function carriedOver(price: WorkPrice, { hoursByKind }: PriceListRecord): WorkPrice {
  const own = hoursByKind.find(({ kind }) => kind === price.kind);
  if (!own) return price;
  const scaled = (hours: number) => inQuarters((hours * own.hours) / own.defaultHours);
  const hours = Math.min(mostHours, Math.max(smallestHours, scaled(price.hours)));
  return { ...price, hours, size: price.size && { ...price.size, hours: Math.min(100, scaled(price.size.hours)) } };
}

/** What nobody edited is the product's own: of its remedy today, whatever it was when the list was saved. */
function priceOf(price: WorkPrice, stored: PriceListRecord | undefined): WorkPrice {
  if (!stored) return price;
  const own = stored.work.find(({ id }) => id === price.id);
  if (!own) return carriedOver(price, stored);
  const size = price.size && { ...price.size, hours: own.sizeHours ?? price.size.hours };
  return { ...price, hours: own.hours, size };
}

/** The list as it is kept, or the defaults where nobody has edited it (design, 8). */
export function priceListOf(stored: PriceListRecord | undefined): PriceList {
  const rates = new Map(stored?.rates.map((rate) => [rate.kind, rate]));
  return {
    currency: 'USD',
    rates: defaultRates.map((rate) => rates.get(rate.kind) ?? rate),
    work: defaultPrices.map((price) => priceOf(price, stored)),
    carriedOver: stored?.hoursByKind ?? [],
    isDefault: stored === undefined,
    revision: stored?.revision ?? 0,
    updatedAt: stored?.updatedAt ?? null,
    updatedBy: stored?.updatedBy ?? null,
  };
}

export async function readPriceList({ priceList }: Pick<SystemConfigStore, 'priceList'>): Promise<PriceList> {
  return priceListOf((await priceList.get(priceListId))?.value);
}

/** Hours of the work where so many are affected. The part for size is bounded: a script does not mind a second thousand. */
export function hoursFor({ hours, size }: Pick<WorkPrice, 'hours' | 'size'>, affectedCount: number): number {
  const more = size ? (size.hours * affectedCount) / size.per : 0;
  return inQuarters(hours + Math.min(more, mostOfSize * hours));
}

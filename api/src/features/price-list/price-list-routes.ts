import { isDeepStrictEqual } from 'node:util';
import type { Parsed } from '@tenantry/contract/endpoint';
import { type ChangedHours, changePriceList, getPriceList, type PriceList } from '@tenantry/contract/price-list';
import { whatChanged } from '../../domain/audit-trail/what-changed.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { priceListId, priceListOf, readPriceList } from '../../domain/price-list/price-list.ts';
import { changeRevised } from '../../domain/settings/change-revised.ts';
import { AppError } from '../../http/app-error.ts';
import { callerRoute, type Route } from '../../http/route.ts';
import type { PriceListRecord } from '../../store/system-config.ts';

type Dependencies = Pick<CommonParts, 'systemConfig' | 'trail' | 'clock'>;

type Wanted = Parsed<typeof changePriceList.body>;
type KeptHours = PriceListRecord['work'][number];

/** What the trail tells of a list, by the name of each figure. */
const figuresOf = ({ rates, work }: Pick<PriceList, 'rates' | 'work'>): Record<string, number | null> =>
  Object.fromEntries([
    ...rates.map(({ kind, hourlyRate }) => [`hourlyRate ${kind}`, hourlyRate] as const),
    ...work.map(({ id, hours }) => [`hours ${id}`, hours] as const),
    ...work.flatMap(({ id, size }) => (size ? [[`hours ${id} per ${size.each}`, size.hours] as const] : [])),
  ]);

/** @throws AppError INVALID_INPUT where there is no such work, or its size makes no difference */
function mustFit(before: PriceList, changes: readonly ChangedHours[]): void {
  changes.forEach(({ id, sizeHours }, index) => {
    const price = before.work.find((one) => one.id === id);
    const message = price ? 'Size makes no difference to this work' : 'The price list has no such work';
    if (price && (sizeHours === undefined || price.size)) return;
    const field = { path: `work.${index}.${price ? 'sizeHours' : 'id'}`, message };
    throw new AppError('INVALID_INPUT', message, { fields: [field] });
  });
}

/** The hours that are the list's own from now on: those of before, those carried over by kind of work, and what is wanted. */
function keptHours(
  before: PriceList,
  stored: PriceListRecord | undefined,
  wanted: readonly ChangedHours[],
): KeptHours[] {
  const own = new Set(stored?.work.map(({ id }) => id));
  const carried = new Set(before.carriedOver.map(({ kind }) => kind));
  return before.work.flatMap(({ id, kind, hours, size }) => {
    const change = wanted.find((one) => one.id === id);
    if (!change && !own.has(id) && !carried.has(kind)) return [];
    return [{ id, hours: change?.hours ?? hours, sizeHours: change?.sizeHours ?? size?.hours ?? null }];
  });
}

const conflict = () =>
  new AppError('CONFLICT', 'Somebody else changed the price list meanwhile. Reload it and make your change again.');

/** @throws AppError CONFLICT where the list was changed since it was read, other than to what is wanted */
async function writePriceList(dependencies: Dependencies, wanted: Wanted, by: string): Promise<PriceList> {
  const told = { eventType: 'price_list_changed', target: 'Price list' } as const;
  const asked = { id: priceListId, revision: wanted.revision, by, told, conflict };
  const { priceList } = dependencies.systemConfig;
  const written = await changeRevised(dependencies, priceList, asked, (stored, stamp) => {
    const before = priceListOf(stored ?? undefined);
    mustFit(before, wanted.work ?? []);
    const record: PriceListRecord = {
      ...stamp,
      key: priceListId,
      rates: before.rates.map((rate) => wanted.rates?.find(({ kind }) => kind === rate.kind) ?? rate),
      work: keptHours(before, stored ?? undefined, wanted.work ?? []),
      hoursByKind: [],
    };
    const [was, is] = [figuresOf(before), figuresOf(priceListOf(record))];
    // The same change twice is one: nobody's work is lost by it.
    if (stored && before.carriedOver.length === 0 && isDeepStrictEqual(is, was)) return null;
    return { record, details: whatChanged(was, is, Object.keys(is)) };
  });
  return priceListOf(written ?? undefined);
}

/** The price list of the whole installation (design, 8). */
export function priceListRoutes(dependencies: Dependencies): Route[] {
  return [
    callerRoute(getPriceList, () => readPriceList(dependencies.systemConfig)),
    callerRoute(changePriceList, ({ body, caller }) => writePriceList(dependencies, body, caller.user.username)),
  ];
}

import { isDeepStrictEqual } from 'node:util';
import { changePriceList, getPriceList, type PriceList, type WorkPrice } from '@tenantry/contract/price-list';
import { emptyOutbox, settleOutbox, withEntry } from '../../domain/audit-trail/outbox.ts';
import { whatChanged } from '../../domain/audit-trail/what-changed.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { priceListId, priceListOf, readPriceList } from '../../domain/price-list/price-list.ts';
import { AppError } from '../../http/app-error.ts';
import { callerRoute, type Route } from '../../http/route.ts';
import { createOnce, replaceIfUnchanged } from '../../ports/collection.ts';
import type { PriceListRecord } from '../../store/system-config.ts';

type Dependencies = Pick<CommonParts, 'systemConfig' | 'trail' | 'clock'>;

const byKind = (work: readonly WorkPrice[]) =>
  Object.fromEntries(work.map(({ kind, hours, hourlyRate }) => [kind, { hours, hourlyRate }]));

const conflict = () =>
  new AppError('CONFLICT', 'Somebody else changed the price list meanwhile. Reload it and make your change again.');

/** @throws AppError CONFLICT where the list was changed since it was read, other than to what is wanted */
async function writePriceList(
  dependencies: Dependencies,
  wanted: { revision: number; work: readonly WorkPrice[] },
  by: string,
): Promise<PriceList> {
  const { systemConfig, trail, clock } = dependencies;
  const { priceList } = systemConfig;
  const now = clock.now();
  const stored = await priceList.get(priceListId);
  const before = priceListOf(stored?.value);
  const changed = before.work.map((price) => wanted.work.find(({ kind }) => kind === price.kind) ?? price);
  // The same change twice is one: nobody's work is lost by it.
  if (stored && isDeepStrictEqual(changed, before.work)) return before;
  if (before.revision !== wanted.revision) throw conflict();
  const record: PriceListRecord = {
    id: priceListId,
    key: priceListId,
    work: changed,
    revision: before.revision + 1,
    updatedBy: by,
    updatedAt: now.toISOString(),
    ...(stored ? { outbox: stored.value.outbox, hasOutbox: stored.value.hasOutbox } : emptyOutbox),
  };
  const [was, is] = [byKind(before.work), byKind(changed)];
  const details = { ...whatChanged(was, is, Object.keys(is)), revision: record.revision };
  const entry = { eventType: 'price_list_changed', user: by, target: 'Price list', tenantId: null, details } as const;
  const written = withEntry(record, entry, now);
  const saved = stored
    ? await replaceIfUnchanged(priceList, written, stored.etag)
    : await createOnce(priceList, written);
  // Somebody was faster: what they wrote decides.
  if (!saved) return writePriceList(dependencies, wanted, by);
  await settleOutbox(priceList, saved.value, trail, saved.etag);
  return priceListOf(saved.value);
}

/** The price list of the whole installation (design, 8). */
export function priceListRoutes(dependencies: Dependencies): Route[] {
  return [
    callerRoute(getPriceList, () => readPriceList(dependencies.systemConfig)),
    callerRoute(changePriceList, ({ body, caller }) => writePriceList(dependencies, body, caller.user.username)),
  ];
}

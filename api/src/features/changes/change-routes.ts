import {
  getChangeWatch,
  listChanges,
  markChangesSeen,
  maxLeftOut,
  type TenantChangeRecord,
} from '@tenantry/contract/changes';
import { AppError } from '../../http/app-error.ts';
import { callerRoute, type Route } from '../../http/route.ts';
import type { Clock } from '../../ports/clock.ts';
import { update } from '../../ports/collection.ts';
import type { ChangeRecord, ChangeStore } from '../../store/changes.ts';
import type { TenantStore } from '../../store/tenant-store.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import type { UserStore } from '../../store/users.ts';
import type { ChangeWatch } from './change-watch.ts';

type Dependencies = {
  changes: ChangeStore;
  tenants: Pick<TenantStore, 'ofRecords'>;
  users: UserStore;
  clock: Clock;
  changeWatch: Pick<ChangeWatch, 'state'>;
};

/** A change is written within so long of the instant at which it was noticed: later ones may not have been there to read. */
const writtenWithinMs = 30_000;

function changeView(
  { actorFold: _, baselineScanId, scanLogId, ...change }: ChangeRecord,
  tenants: ReadonlyMap<string, TenantRecord>,
  seenUntil: string | null,
): TenantChangeRecord {
  return {
    ...change,
    tenantName: tenants.get(change.tenantId)?.name ?? '',
    between: baselineScanId === null ? null : { from: baselineScanId, to: scanLogId },
    isNew: seenUntil === null || change.noticedAt > seenUntil,
  };
}

/** What changed over the tenants in scope, and up to when somebody has seen it. */
export function changeRoutes({ changes, tenants, users, changeWatch, clock }: Dependencies): Route[] {
  return [
    callerRoute(listChanges, async ({ caller: { scope, user }, query }) => {
      const { unseen, ...filters } = query;
      const seenUntil = user.changesSeenUntil ?? null;
      const asOf = new Date(clock.now().getTime() - writtenWithinMs).toISOString();
      const page = await changes.page(scope, { ...filters, after: unseen && (seenUntil ?? undefined) });
      const named = await tenants.ofRecords(scope, page.items);
      return { ...page, asOf, items: page.items.map((change) => changeView(change, named, seenUntil)), seenUntil };
    }),

    callerRoute(getChangeWatch, async ({ caller: { scope } }) => {
      const { everyMinutes, watched, leftOut } = await changeWatch.state(scope);
      const shown = leftOut.slice(0, maxLeftOut);
      const named = await tenants.ofRecords(scope, shown);
      return {
        everyMinutes: everyMinutes === 0 ? null : everyMinutes,
        watched,
        leftOut: shown.map((one) => ({ ...one, tenantName: named.get(one.tenantId)?.name ?? '' })),
        leftOutTotal: leftOut.length,
      };
    }),

    callerRoute(markChangesSeen, async ({ caller: { userId }, body: { until } }) => {
      // What was seen stays seen, whichever of two pages says so last.
      const user = await update(users, userId, (stored) =>
        (stored.changesSeenUntil ?? '') >= until ? stored : { ...stored, changesSeenUntil: until },
      );
      if (!user) throw new AppError('NOT_FOUND', 'Your account was deleted.');
      return { seenUntil: user.changesSeenUntil ?? until };
    }),
  ];
}

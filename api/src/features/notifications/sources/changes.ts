import type { NoticeEvent } from '../../../ports/notifier.ts';
import type { ChangeRecord } from '../../../store/changes.ts';
import { everyTenant } from '../../../store/scope.ts';
import type { TenantRecord } from '../../../store/tenants.ts';
import { eventsOf, type NoticeSource, named, plainEvent, tenantPath } from './source.ts';

function detailOf({ before, after, by, byUnknownBecause }: ChangeRecord): string {
  const values =
    before === null && after === null ? [] : [`Before: ${before ?? 'nothing'}`, `Now: ${after ?? 'nothing'}`];
  const who = by === null ? (byUnknownBecause ?? 'Who made it is not known.') : `By ${by.name}`;
  return [...values, who].join('\n');
}

function eventOf(change: ChangeRecord, tenant: TenantRecord): NoticeEvent {
  const { id, gravity, title, object, noticedAt } = change;
  return {
    ...plainEvent,
    key: `change:${id}`,
    kind: 'change',
    tenant: named(tenant),
    gravity,
    title: object === '' ? title : `${title}: ${object}`,
    detail: detailOf(change),
    path: tenantPath('/changes/all', tenant.id, { gravity }),
    at: noticedAt,
  };
}

/** Critical and high changes, as scans and the change watch keep them (decision 068). */
export const changes: NoticeSource = {
  name: 'changes',
  everyMinutes: 1,
  async collect(parts, period) {
    const found = await Promise.all(
      (['critical', 'high'] as const).map((gravity) => parts.noticeSources.changes(everyTenant, gravity, period)),
    );
    // That is told by what found it, and as graver (connections.ts).
    const told = found.flat().filter(({ kind }) => kind !== 'connection-lost');
    return eventsOf(parts, told, (change, tenant) => [eventOf(change, tenant)]);
  },
};

import type { Activity } from '@tenantry/contract/activities';
import type { ActivityLog } from '../../ports/activity-log.ts';
import type { Clock } from '../../ports/clock.ts';
import { type Condition, RecordExistsError, type RecordStore } from '../../ports/collection.ts';
import type { ActivityRecord } from '../../store/activities.ts';
import { containers, monthOf } from '../../store/containers.ts';
import type { Scope } from '../../store/scope.ts';

export function createActivityLog(store: RecordStore, clock: Clock): ActivityLog {
  return {
    async add({ id, type, message, tenantId }) {
      const timestamp = clock.now().toISOString();
      const record: ActivityRecord = {
        id: id ?? crypto.randomUUID(),
        type,
        message,
        timestamp,
        tenantId: tenantId ?? '',
      };
      try {
        await store.partition<ActivityRecord>(containers.activities, monthOf(timestamp)).create(record);
      } catch (error) {
        if (id === undefined || !(error instanceof RecordExistsError)) throw error;
      }
    },
  };
}

/** Read model: the newest activities that a scope may see. What concerns no tenant is for those who see all tenants. */
export async function recentActivities(
  store: RecordStore,
  clock: Clock,
  view: { scope: Scope } | { tenantId: string },
  limit: number,
): Promise<Activity[]> {
  const where: Condition[] = [];
  if ('tenantId' in view) where.push({ field: 'tenantId', op: 'eq', value: view.tenantId });
  else if (view.scope.kind === 'none') return [];
  else if (view.scope.kind === 'tenants') where.push({ field: 'tenantId', op: 'in', value: view.scope.tenantIds });
  const found: ActivityRecord[] = [];
  const now = clock.now();
  // Three months are enough for "recent", and keep a quiet tenant's page to three reads.
  for (let back = 0; back < 3 && found.length < limit; back += 1) {
    const month = monthOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString());
    const { items } = await store.partition<ActivityRecord>(containers.activities, month).query({
      where,
      orderBy: { field: 'timestamp', direction: 'desc' },
      limit: limit - found.length,
    });
    found.push(...items);
  }
  return found.map(({ tenantId, ...rest }) => ({ ...rest, tenantId: tenantId === '' ? null : tenantId }));
}

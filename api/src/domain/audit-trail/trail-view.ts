import type { TrailEntry } from '@tenantry/contract/audit-trail';
import type { Scope } from '../../store/scope.ts';
import type { TenantStore } from '../../store/tenant-store.ts';
import { entryIn } from './trail-forms.ts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What can be told of a record that is no entry as the product writes them: the verification tells more. */
function unreadable(record: { id: string }): Omit<TrailEntry, 'tenantName'> {
  const stored = record as Record<string, unknown>;
  return {
    id: record.id,
    eventType: textOf(stored.eventType),
    user: textOf(stored.user),
    target: textOf(stored.target),
    tenantId: typeof stored.tenantId === 'string' ? stored.tenantId : null,
    details: 'This entry is not as Tenantry writes them. See the verification of the audit trail.',
    timestamp: textOf(stored.timestamp),
  };
}

function entryView(record: { id: string }): Omit<TrailEntry, 'tenantName'> {
  const entry = entryIn(record);
  if (!entry) return unreadable(record);
  const { id, eventType, user, target, tenantId, details, timestamp } = entry;
  return { id, eventType, user, target, tenantId, details, timestamp };
}

export type TrailTenants = Pick<TenantStore, 'ofRecords'>;

/** Entries of the trail as pages and files show them, with the names that their tenants have now. */
export async function trailEntries(
  tenants: TrailTenants,
  scope: Scope,
  records: readonly { id: string }[],
): Promise<TrailEntry[]> {
  const entries = records.map(entryView);
  const ofTenants = entries.flatMap(({ tenantId }) => (tenantId === null ? [] : [{ tenantId }]));
  const named = await tenants.ofRecords(scope, ofTenants);
  return entries.map((entry) => ({ ...entry, tenantName: named.get(entry.tenantId ?? '')?.name ?? null }));
}

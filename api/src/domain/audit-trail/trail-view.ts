import type { TrailEntry } from '@tenantry/contract/audit-trail';
import type { EntryRecord } from '../../store/audit-log.ts';
import type { Scope } from '../../store/scope.ts';
import type { TenantStore } from '../../store/tenant-store.ts';

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

/** Deeper than entries are written (`trail-forms.ts`) nothing is shown, so that no stored entry can exhaust who shows it. */
const deepest = 6;

function isShallow(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth < deepest && Object.values(value).every((inner) => isShallow(inner, depth + 1));
}

/** Whether a record can be shown as an entry. Whether it is authentic, too, is for the verification to tell. */
function isShowable(record: { id: string }): record is EntryRecord {
  const { eventType, user, target, tenantId, details, timestamp } = record as Record<keyof EntryRecord, unknown>;
  const areTexts = [eventType, user, target, timestamp].every((text) => typeof text === 'string');
  const isObject = typeof details === 'object' && details !== null && !Array.isArray(details);
  return areTexts && isObject && (tenantId === null || typeof tenantId === 'string') && isShallow(details);
}

function entryView(record: { id: string }): Omit<TrailEntry, 'tenantName'> {
  if (!isShowable(record)) return unreadable(record);
  const { id, eventType, user, target, tenantId, details, timestamp } = record;
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

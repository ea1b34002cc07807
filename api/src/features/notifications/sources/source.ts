import type { TrailState } from '@tenantry/contract/audit-trail';
import { tenantIdOfRecordId } from '@tenantry/contract/ids';
import type { Priority, Severity } from '@tenantry/contract/verdicts';
import type { CommonParts } from '../../../domain/parts/common-parts.ts';
import type { NoticeEvent } from '../../../ports/notifier.ts';
import type { NoticeSources, Period } from '../../../store/notice-sources.ts';
import { everyTenant } from '../../../store/scope.ts';
import type { TenantRecord } from '../../../store/tenants.ts';

export type SourceParts = Pick<CommonParts, 'tenants' | 'users' | 'systemConfig' | 'clock'> & {
  noticeSources: NoticeSources;
  trailVerification: { state(): Promise<TrailState> };
};

/** Where events of one sort come from: what happened between two instants, in a few reads over all tenants. */
export type NoticeSource = {
  /** Under which is kept how far it was read. */
  name: string;
  /** How often it is asked. */
  everyMinutes: number;
  /** @param period from its first instant on, and before its second */
  collect(parts: SourceParts, period: Period): Promise<NoticeEvent[]>;
};

/** How long before it ends an acceptance, or an exception, is told of. */
export const endingDays = 7;
const dayMs = 86_400_000;

/** The period so many days later: what ends then comes near in this one. */
export const daysLater = ({ from, to }: Period, days: number): Period => ({
  from: new Date(Date.parse(from) + days * dayMs).toISOString(),
  to: new Date(Date.parse(to) + days * dayMs).toISOString(),
});

/** What only informs is told as what is of little weight. */
export const gravityOf = (severity: Severity): Priority => (severity === 'info' ? 'low' : severity);

/** The tenants of these records by id, in one read; those that are gone or going are not among them. */
export const tenantsOf = (
  { tenants }: Pick<SourceParts, 'tenants'>,
  records: readonly { tenantId: string }[],
): Promise<ReadonlyMap<string, TenantRecord>> => tenants.ofRecords(everyTenant, records);

/** What is told of each record and its tenant; of tenants that are gone or going nothing is. */
export async function eventsOf<T extends { tenantId: string }>(
  parts: Pick<SourceParts, 'tenants'>,
  records: readonly T[],
  tell: (record: T, tenant: TenantRecord) => readonly NoticeEvent[],
): Promise<NoticeEvent[]> {
  const tenants = await tenantsOf(parts, records);
  return records.flatMap((record) => {
    const tenant = tenants.get(record.tenantId);
    return tenant ? tell(record, tenant) : [];
  });
}

export const named = ({ id, name }: TenantRecord): NonNullable<NoticeEvent['tenant']> => ({ id, name });

/** The address of a page of a tenant. */
export function tenantPath(page: string, tenantId: string, more: Readonly<Record<string, string>> = {}): string {
  return `${page}?${new URLSearchParams({ tenantId, ...more })}`;
}

/** The page of a record that travels alone, opened for it. */
export const recordPath = (page: string, param: string, id: string): string =>
  tenantPath(page, tenantIdOfRecordId(id), { [param]: id });

/** What every event has that its source says nothing of. */
export const plainEvent = { detail: '', remedyId: null, userId: null } as const satisfies Partial<NoticeEvent>;

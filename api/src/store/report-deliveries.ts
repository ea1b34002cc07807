import type { ReportForm } from '@tenantry/contract/generated-reports';
import type { ReportDeliveryState } from '@tenantry/contract/report-schedules';
import { type Condition, type Page, pageWithTotal } from '../ports/collection.ts';
import type { RecordStore } from '../ports/record-store.ts';
import { containers } from './containers.ts';
import type { Outboxed } from './outbox.ts';
import { inScope, type Scope } from './scope.ts';

export type DeliveryRecipient = {
  address: string;
  name: string;
  kind: 'contact' | 'staff';
  state: 'waiting' | 'sent' | 'failed';
  /** Why it failed, or what its last try said. */
  told: string;
  attempts: number;
  at: string | null;
  as: 'file' | 'link' | null;
};

/** What a schedule sends of one tenant for one day. Its id says schedule, tenant and day: there is one. */
export type ReportDeliveryRecord = Outboxed & {
  id: string;
  tenantId: string;
  scheduleId: string;
  scheduleName: string;
  period: string;
  /** An audit of before is not of this period. */
  since: string;
  /** The run that it was last asked for by. */
  runId: string;
  form: ReportForm;
  state: ReportDeliveryState;
  told: string;
  reportId: string | null;
  auditId: string | null;
  /** Of a report that is held. */
  approvalId: string | null;
  recipients: readonly DeliveryRecipient[];
  isSimulated: boolean;
  createdAt: string;
  endedAt: string | null;
  /** Since when each try broke off; null or absent where the last one did not. */
  brokeSince?: string | null;
  /** When there is something to do; '' once it has ended, so that a store can look for it. */
  workAt: string;
  /** When whoever looks after the tenant is told that it was not sent; '' where there is nothing to tell. */
  tellAt: string;
  /** How often that was tried; absent before the first try. */
  tellTries?: number;
  /** The tenant was of the run before, and is not of this one: told once, and not each month. */
  isOutside?: boolean;
};

export type DeliveryFilters = {
  scheduleId?: string | undefined;
  tenantId?: string | undefined;
  state?: ReportDeliveryState | undefined;
};

const conditionsOf = (filters: DeliveryFilters): Condition[] =>
  (['scheduleId', 'tenantId', 'state'] as const).flatMap((field): Condition[] => {
    const value = filters[field];
    return value === undefined ? [] : [{ field, op: 'eq', value }];
  });

const until = (field: 'workAt' | 'tellAt', now: Date): Condition[] => [
  { field, op: 'gt', value: '' },
  { field, op: 'lte', value: now.toISOString() },
];

/** Reads of deliveries over tenants. A tenant's own are bound to it (`TenantRecords.reportDeliveries`). */
export function openReportDeliveryStore(records: RecordStore) {
  const deliveries = records.across<ReportDeliveryRecord>(containers.reportDeliveries);
  return {
    page: (
      scope: Scope,
      { limit, cursor, ...filters }: DeliveryFilters & { limit: number; cursor?: string | undefined },
    ) =>
      pageWithTotal(inScope(deliveries, scope), {
        where: conditionsOf(filters),
        orderBy: { field: 'createdAt', direction: 'desc' },
        limit,
        cursor,
      }),

    /** How many of a schedule's day there are in a state. */
    count: (scope: Scope, scheduleId: string, period: string, state: ReportDeliveryState) =>
      inScope(deliveries, scope).count([
        { field: 'scheduleId', op: 'eq', value: scheduleId },
        { field: 'period', op: 'eq', value: period },
        { field: 'state', op: 'eq', value: state },
      ]),

    /** A page of what a schedule had of a day. */
    ofPeriod: (
      scope: Scope,
      scheduleId: string,
      period: string,
      page: { limit: number; cursor: string | undefined },
    ): Promise<Page<ReportDeliveryRecord>> =>
      inScope(deliveries, scope).query({
        where: [
          { field: 'scheduleId', op: 'eq', value: scheduleId },
          { field: 'period', op: 'eq', value: period },
        ],
        ...page,
      }),

    /** Those for which there is something to do, in no order. */
    async due(scope: Scope, now: Date, limit: number): Promise<ReportDeliveryRecord[]> {
      return (await inScope(deliveries, scope).query({ where: until('workAt', now), limit })).items;
    },

    /** Whether somebody has waited long enough to be told of what was not sent. */
    async mustTell(scope: Scope, now: Date): Promise<boolean> {
      return (await inScope(deliveries, scope).query({ where: until('tellAt', now), limit: 1 })).items.length > 0;
    },

    /** What nobody was told of yet. */
    async untold(scope: Scope, limit: number): Promise<ReportDeliveryRecord[]> {
      const where: Condition[] = [{ field: 'tellAt', op: 'gt', value: '' }];
      return (await inScope(deliveries, scope).query({ where, limit })).items;
    },
  };
}

export type ReportDeliveryStore = ReturnType<typeof openReportDeliveryStore>;

import type { ReportForm, ReportStatus } from '@tenantry/contract/generated-reports';
import { type Collection, type Condition, pageWithTotal } from '../ports/collection.ts';
import type { RecordStore } from '../ports/record-store.ts';
import { containers } from './containers.ts';
import type { Outboxed } from './outbox.ts';
import { inScope, type Scope } from './scope.ts';

/** A report that is being made, or was. Its file is in `reports/` under the same id (store/report-files.ts). */
export type ReportRecord = Outboxed & {
  /** `{tenantId}_report-{time}-{uuid}`. */
  id: string;
  tenantId: string;
  /** Who asked for what, as one text: the same asked for at once is one report. */
  requestKey: string;
  form: ReportForm;
  status: ReportStatus;
  /** Percent. */
  progress: number;
  /** What it is doing, in words; '' once it has ended. */
  step: string;
  /** Why it failed and what to do; null where it did not. */
  error: string | null;
  fileName: string;
  sizeBytes: number | null;
  requestedAt: string;
  createdAt: string | null;
  /** A user's name. */
  madeBy: string;
  madeById: string;
  auditId: string;
  scanLogId: string;
  auditedAt: string;
  score: number | null;
  isSimulated: boolean;
  /** What it is compared with, as it was when it was asked for; null for nothing. */
  comparedWith: { auditId: string; basis: 'last-report' | 'previous-audit' | 'date'; since: string } | null;
  /** As its audit has it, so that a list reads no audits. */
  published: { at: string; by: string } | null;
  /**
   * Whether the client may have this one: it was ready when its audit was released, or it is the one that was sent to them. Absent in
   * records of before: it was ready then.
   */
  isReleased?: boolean;
  /** When it was given to the client by itself, after its audit was released; absent where it was not. */
  releasedAt?: string;
  /** Whether its file is there. */
  isKept: boolean;
  /** How often a worker took it up. */
  attempts: number;
  /** When its worker was last heard, or its message was sent; '' once it has ended, so that a store can look for what waits. */
  heardAt: string;
};

/** Whether a report is the client's to read: it was released, and is there. */
export const isForClient = ({ published, status, isKept, createdAt, isReleased }: ReportRecord): boolean =>
  published !== null &&
  status === 'ready' &&
  isKept &&
  (isReleased ?? (createdAt !== null && createdAt <= published.at));

const isWaiting: Condition = { field: 'heardAt', op: 'gt', value: '' };

export const hasEnded = ({ status }: Pick<ReportRecord, 'status'>): boolean =>
  status === 'ready' || status === 'failed';

/** A page of reports, the newest first. */
export const reportPage = (
  reports: Pick<Collection<ReportRecord>, 'query' | 'count'>,
  page: { limit: number; cursor?: string | undefined },
) => pageWithTotal(reports, { orderBy: { field: 'requestedAt', direction: 'desc' }, ...page });

/** Reads of the reports of several tenants. A tenant's own are bound to it (`TenantRecords.reports`). */
export function openReportStore(records: RecordStore) {
  const reports = records.across<ReportRecord>(containers.reports);
  return {
    page: (scope: Scope, page: { limit: number; cursor?: string | undefined }) =>
      reportPage(inScope(reports, scope), page),

    /** How many are being made or wait for it, of everyone or of one user. */
    underWay(scope: Scope, userId?: string): Promise<number> {
      const own: Condition[] = userId === undefined ? [] : [{ field: 'madeById', op: 'eq', value: userId }];
      return inScope(reports, scope).count([isWaiting, ...own]);
    },

    /** Those of which nothing was heard since: their worker died, or their message was lost. */
    async unheardSince(scope: Scope, instant: Date, limit: number): Promise<ReportRecord[]> {
      const where: Condition[] = [isWaiting, { field: 'heardAt', op: 'lte', value: instant.toISOString() }];
      return (await inScope(reports, scope).query({ where, limit })).items;
    },
  };
}

export type ReportStore = ReturnType<typeof openReportStore>;

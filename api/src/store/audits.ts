import type { DatasetStateView } from '@tenantry/contract/audits';
import type { SecureScorePoint } from '@tenantry/contract/dashboard';
import type { EmergencyState } from '@tenantry/contract/emergency-accounts';
import type { Incidents } from '@tenantry/contract/incidents';
import type { AuditedHealth } from '@tenantry/contract/tenant-health';
import type { Coverage, Verdict } from '@tenantry/contract/verdicts';
import type * as z from 'zod/mini';
import type { Forecast } from '../audit/findings/forecast/forecast.ts';
import { type Condition, pageWithTotal } from '../ports/collection.ts';
import type { RecordStore } from '../ports/record-store.ts';
import { containers } from './containers.ts';
import { inScope, type Scope } from './scope.ts';

/** What a dataset is called the contract tells, and when it is tried again the tenant's plan. */
export type KeptDatasetState = Omit<DatasetStateView, 'label' | 'retryAt' | 'feature'>;

type StatusTold = 'pass' | 'warning' | 'fail' | 'unknown';

type KeptFigures = { openIssues: number; openAlerts: number | null; openAlertsUnknownBecause: string | null };

export type AuditRecord = {
  id: string;
  tenantId: string;
  scanLogId: string;
  overallScore: number | null;
  overallStatus: AuditedHealth;
  criticalIssues: number;
  createdAt: string;
  /** The status as the API tells it: what lists of audits are filtered by. */
  statusTold: StatusTold;
  /** What the tenant tells of it beside its score, should a later audit be deleted; null in audits of before this was kept. */
  figures: KeptFigures | null;
  /** When its report was released to the client, by whom, and by which approval; null while it is not. */
  published: { at: string; by: string; approvalId: string } | null;
  data: {
    coverage: Coverage;
    verdicts: Verdict[];
    userCount: number | null;
    secureScoreHistory: z.infer<typeof SecureScorePoint>[];
    secureScoreUnknownBecause: string | null;
    /** What became of each dataset, as known when the audit was written; absent in audits of before. */
    datasets?: KeptDatasetState[];
    /** How ready each declared emergency account was; absent in audits of before, and where none was declared. */
    emergencyAccounts?: ({ userId: string } & EmergencyState)[];
    /** Mailboxes whose actions are not logged, or why that is not known; absent in audits of before. */
    unauditedMailboxes?: { count: number | null; because: string | null };
    /** What work would change, as judging with it done showed; absent in audits of before. */
    forecasts?: Forecast[];
    /** What may be an attack under way; absent in audits of before. */
    incidents?: Incidents;
    isSimulated: boolean;
  };
};

const storedWords = { pass: 'OK', warning: 'Warning', fail: 'Critical', unknown: 'Unknown' } as const;

/** Audits that nobody has written since `statusTold` is kept have it not: theirs is found by the word that they store. */
function toldAs(status: StatusTold): Condition[] {
  const isTold: Condition = { field: 'statusTold', op: 'eq', value: status };
  const isStored: Condition = { field: 'overallStatus', op: 'eq', value: storedWords[status] };
  if (status === 'unknown') return [{ anyOf: [isTold, isStored] }];
  return [isStored, { anyOf: [isTold, { field: 'statusTold', op: 'eq', value: null }] }];
}

type Wanted = { status?: StatusTold | undefined; limit: number; cursor?: string | undefined };

/** Reads of the audits of several tenants. A tenant's own are bound to it (`TenantRecords.audits`). */
export function openAuditStore(records: RecordStore) {
  const audits = records.across<AuditRecord>(containers.auditResults);
  return {
    /** A page, the newest first. */
    page: (scope: Scope, { status, limit, cursor }: Wanted) =>
      pageWithTotal(inScope(audits, scope), {
        where: status === undefined ? [] : toldAs(status),
        orderBy: { field: 'createdAt', direction: 'desc' },
        limit,
        cursor,
      }),
  };
}

export type AuditStore = ReturnType<typeof openAuditStore>;

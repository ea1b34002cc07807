import type { Priority } from '@tenantry/contract/verdicts';
import { type Condition, every } from '../ports/collection.ts';
import type { RecordStore } from '../ports/record-store.ts';
import type { ApprovalRecord } from './approvals.ts';
import type { AuditRecord } from './audits.ts';
import type { ChangeRecord } from './changes.ts';
import { containers } from './containers.ts';
import type { CredentialRecord } from './credentials.ts';
import type { FindingRecord } from './findings.ts';
import type { ScanRecord } from './scans.ts';
import { inScope, type Reads, readAtOnce, type Scope } from './scope.ts';
import type { TaskRecord } from './tasks.ts';

/** From the first instant on, and before the second. */
export type Period = { from: string; to: string };

/** A secret is warned of so long before its end (domain/secrets/secret-expiry.ts), and a day. */
const warnedBeforeMs = 31 * 86_400_000;

const within = (field: string, { from, to }: Period): Condition[] => [
  { field, op: 'gte', value: from },
  { field, op: 'lt', value: to },
];

const isOpen: Condition = { field: 'status', op: 'in', value: ['OPEN', 'IN_PROGRESS'] };

/**
 * A new finding that another stands for, since both need the same license, is told of by that one. What came back speaks for itself:
 * an acceptance ended for it alone.
 */
const speaks = ({ isCounted, occurrence }: FindingRecord): boolean => isCounted || occurrence > 1;

type Container = (typeof containers)[keyof typeof containers];
type Across = <T extends { id: string }>(scope: Scope, container: Container) => Reads<T>;

/** What contacts of clients did in their rooms. */
function clientSources(across: Across) {
  return {
    /** Approvals that a client decided then, who was asked. */
    approvalsAnswered: (scope: Scope, period: Period): Promise<ApprovalRecord[]> =>
      every(across<ApprovalRecord>(scope, containers.approvals), {
        where: within('clientAnsweredAt', period),
        limit: readAtOnce,
      }),

    /** Findings whose risk a client took on or declined then. */
    risksAnswered: (scope: Scope, period: Period): Promise<FindingRecord[]> =>
      every(across<FindingRecord>(scope, containers.findings), {
        where: within('clientAnsweredAt', period),
        limit: readAtOnce,
      }),

    /** Tasks that are questions of clients, asked then. */
    clientQuestions: (scope: Scope, period: Period): Promise<TaskRecord[]> =>
      every(across<TaskRecord>(scope, containers.tasks), {
        where: [{ field: 'origin', op: 'eq', value: 'client' }, ...within('createdAt', period)],
        limit: readAtOnce,
      }),
  };
}

/**
 * What happened in a period over all tenants, each by one field that the store has in an index: where nothing happened, a question is
 * one read, however many tenants there are.
 */
export function openNoticeSources(records: RecordStore) {
  const across: Across = <T extends { id: string }>(scope: Scope, container: Container) =>
    inScope(records.across<T>(container), scope);
  return {
    ...clientSources(across),

    changes: (scope: Scope, gravity: Priority, period: Period): Promise<ChangeRecord[]> =>
      every(across<ChangeRecord>(scope, containers.changes), {
        where: [{ field: 'gravity', op: 'eq', value: gravity }, ...within('noticedAt', period)],
        limit: readAtOnce,
      }),

    scansEnded: (scope: Scope, status: 'completed' | 'failed', period: Period): Promise<ScanRecord[]> =>
      every(across<ScanRecord>(scope, containers.scanLogs), {
        where: [{ field: 'status', op: 'eq', value: status }, ...within('completedAt', period)],
        limit: readAtOnce,
      }),

    /** Findings that a scan opened; those that somebody has closed or accepted since are left out. */
    async openedByScan({ tenantId, id }: Pick<ScanRecord, 'tenantId' | 'id'>): Promise<FindingRecord[]> {
      const opened = await every(records.partition<FindingRecord>(containers.findings, tenantId), {
        where: [
          { field: 'scanLogId', op: 'eq', value: id },
          { field: 'change', op: 'in', value: ['new', 'reopened'] },
          isOpen,
        ],
        limit: readAtOnce,
      });
      return opened.filter(speaks);
    },

    async findingsOpened(scope: Scope, period: Period): Promise<FindingRecord[]> {
      const opened = await every(across<FindingRecord>(scope, containers.findings), {
        where: [...within('openedAt', period), isOpen],
        limit: readAtOnce,
      });
      return opened.filter(speaks);
    },

    acceptancesEnding: (scope: Scope, period: Period): Promise<FindingRecord[]> =>
      every(across<FindingRecord>(scope, containers.findings), {
        where: [...within('acceptedUntil', period), { field: 'status', op: 'eq', value: 'ACCEPTED' }],
        limit: readAtOnce,
      }),

    /** Findings of which some exception ends at this instant or later. */
    exceptedBeyond: (scope: Scope, from: string): Promise<FindingRecord[]> =>
      every(across<FindingRecord>(scope, containers.findings), {
        where: [{ field: 'exceptedUntil', op: 'gte', value: from }],
        limit: readAtOnce,
      }),

    connectionsLost: (scope: Scope, period: Period): Promise<CredentialRecord[]> =>
      every(across<CredentialRecord>(scope, containers.graphCredentials), {
        where: within('reconnectSince', period),
        limit: readAtOnce,
      }),

    /** Client secrets that end a month after the period's end, or before: few. Those that ended before it begins are left out. */
    secretsEnding: (scope: Scope, { from, to }: Period): Promise<CredentialRecord[]> =>
      every(across<CredentialRecord>(scope, containers.graphCredentials), {
        where: [
          { field: 'secretExpiresAt', op: 'gte', value: from },
          { field: 'secretExpiresAt', op: 'lte', value: new Date(Date.parse(to) + warnedBeforeMs).toISOString() },
        ],
        limit: readAtOnce,
      }),

    tasksAssigned: (scope: Scope, period: Period): Promise<TaskRecord[]> =>
      every(across<TaskRecord>(scope, containers.tasks), {
        where: [...within('assignedAt', period), { field: 'status', op: 'ne', value: 'completed' }],
        limit: readAtOnce,
      }),

    /** Tasks of these days that are not completed. */
    tasksDue: (scope: Scope, days: Period): Promise<TaskRecord[]> =>
      every(across<TaskRecord>(scope, containers.tasks), {
        where: [{ field: 'status', op: 'in', value: ['open', 'in_progress', 'on_hold'] }, ...within('dueDate', days)],
        limit: readAtOnce,
      }),

    /** Requests that wait and were made then. */
    approvalsAsked: (scope: Scope, period: Period): Promise<ApprovalRecord[]> =>
      every(across<ApprovalRecord>(scope, containers.approvals), {
        where: [{ field: 'status', op: 'eq', value: 'pending' }, ...within('createdAt', period)],
        limit: readAtOnce,
      }),

    /** Requests that wait and that a scan made. */
    askedByScan: ({ tenantId, id }: Pick<ScanRecord, 'tenantId' | 'id'>): Promise<ApprovalRecord[]> =>
      every(records.partition<ApprovalRecord>(containers.approvals, tenantId), {
        where: [
          { field: 'status', op: 'eq', value: 'pending' },
          { field: 'scanId', op: 'eq', value: id },
        ],
        limit: readAtOnce,
      }),

    /** The audit of a tenant before an instant; null where there is none. */
    async auditBefore(tenantId: string, instant: string): Promise<AuditRecord | null> {
      const { items } = await records.partition<AuditRecord>(containers.auditResults, tenantId).query({
        where: [{ field: 'createdAt', op: 'lt', value: instant }],
        orderBy: { field: 'createdAt', direction: 'desc' },
        limit: 1,
      });
      return items[0] ?? null;
    },

    /** The audit that a scan made; null where it was deleted. */
    async auditOf(tenantId: string, auditId: string): Promise<AuditRecord | null> {
      const stored = await records.partition<AuditRecord>(containers.auditResults, tenantId).get(auditId);
      return stored?.value ?? null;
    },
  };
}

export type NoticeSources = ReturnType<typeof openNoticeSources>;

import type { FindingChange } from '@tenantry/contract/findings';
import type { Affected, Category, Evidence, Severity } from '@tenantry/contract/verdicts';
import type * as z from 'zod/mini';
import type { FindingCondition } from '../audit/finding-condition.ts';
import { type Collection, type Condition, type PageWithTotal, pageWithTotal } from '../ports/collection.ts';
import type { RecordStore } from '../ports/record-store.ts';
import { containers } from './containers.ts';
import type { Outboxed } from './outbox.ts';
import { inScope, type Scope } from './scope.ts';

export type FindingRecord = Outboxed & {
  id: string;
  tenantId: string;
  checkId: string;
  category: Category;
  severity: Severity;
  /** The order of the list as one text (domain/finding/finding-order.ts). */
  sortKey: string;
  title: string;
  description: string;
  recommendation: string;
  status: 'OPEN' | 'IN_PROGRESS' | 'ACCEPTED' | 'RESOLVED';
  /** There while the status is ACCEPTED. */
  acceptance: Acceptance | null;
  /** When the acceptance ends; '' where there is none, so that a store can look for those that have ended. */
  acceptedUntil: string;
  /** Whether it failed or was a warning, in the last scan that saw it. */
  verdictStatus: 'warning' | 'fail';
  change: z.infer<typeof FindingChange>;
  evidence: Evidence[];
  affectedEntities: Affected[];
  affectedCount: number;
  references: string[];
  /** The license that its remedy needs and the tenant does not have; null where there is none. */
  needsLicense: string | null;
  /** False where another of the same status stands for all that need the same license: counts leave it out. */
  isCounted: boolean;
  isSimulated: boolean;
  firstDetected: string;
  lastDetected: string;
  /** The scan that last wrote it: a resumed scan recognizes its own work. */
  scanLogId: string;
  /** How many times it was opened: 1, and one more for each time it came back. */
  occurrence: number;
  resolvedAt: string | null;
  resolvedBy: string | null;
};

/** A risk that an administrator took on: for this condition, for this reason, until then. */
export type Acceptance = {
  reason: string;
  acceptedBy: string;
  acceptedAt: string;
  expiresAt: string;
  condition: FindingCondition;
};

export type FindingFilters = {
  status?: FindingRecord['status'] | undefined;
  severity?: Severity | undefined;
  category?: Category | undefined;
  search?: string | undefined;
  limit: number;
  cursor?: string | undefined;
};

/** Of findings that need the same license one alone is counted. */
export const counted = { field: 'isCounted', op: 'ne', value: false } as const satisfies Condition;

/** A page of findings, with the counts by status of all that the filters leave out too. */
type FindingPage = PageWithTotal<FindingRecord> & { counts: Record<FindingRecord['status'], number> };

function conditionsOf({ status, severity, category, search }: FindingFilters): Condition[] {
  const where: Condition[] = [];
  if (status) where.push({ field: 'status', op: 'eq', value: status });
  if (severity) where.push({ field: 'severity', op: 'eq', value: severity });
  if (category) where.push({ field: 'category', op: 'eq', value: category });
  if (search) {
    const inField = (field: string) => ({ field, op: 'contains' as const, value: search });
    where.push({ anyOf: [inField('title'), inField('description')] });
  }
  return where;
}

export async function findingPage(
  findings: Pick<Collection<FindingRecord>, 'query' | 'count'>,
  filters: FindingFilters,
): Promise<FindingPage> {
  const countOf = (value: FindingRecord['status']) => findings.count([{ field: 'status', op: 'eq', value }, counted]);
  const { limit, cursor } = filters;
  const where = conditionsOf(filters);
  const [page, OPEN, IN_PROGRESS, ACCEPTED, RESOLVED] = await Promise.all([
    pageWithTotal(findings, { where, orderBy: { field: 'sortKey', direction: 'asc' }, limit, cursor }),
    countOf('OPEN'),
    countOf('IN_PROGRESS'),
    countOf('ACCEPTED'),
    countOf('RESOLVED'),
  ]);
  return { ...page, counts: { OPEN, IN_PROGRESS, ACCEPTED, RESOLVED } };
}

/** Reads of the findings of several tenants. A tenant's own are bound to it (`TenantRecords.findings`). */
export function openFindingStore(records: RecordStore) {
  const findings = records.across<FindingRecord>(containers.findings);
  return {
    page: (scope: Scope, filters: FindingFilters) => findingPage(inScope(findings, scope), filters),
    count: (scope: Scope, where: readonly Condition[]) => inScope(findings, scope).count(where),

    /** Accepted findings whose acceptance has ended by `now`. */
    async acceptanceExpired(scope: Scope, now: Date, limit: number): Promise<FindingRecord[]> {
      const where: Condition[] = [
        { field: 'status', op: 'eq', value: 'ACCEPTED' },
        { field: 'acceptedUntil', op: 'gt', value: '' },
        { field: 'acceptedUntil', op: 'lte', value: now.toISOString() },
      ];
      return (await inScope(findings, scope).query({ where, limit })).items;
    },
  };
}

export type FindingStore = ReturnType<typeof openFindingStore>;

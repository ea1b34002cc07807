import type { ChangeTotals, NoticedBy } from '@tenantry/contract/changes';
import type { NotableKind } from '@tenantry/contract/notable-kinds';
import { Priority } from '@tenantry/contract/verdicts';
import type { Condition, PageWithTotal } from '../ports/collection.ts';
import type { RecordStore } from '../ports/record-store.ts';
import { containers } from './containers.ts';
import { folded } from './folded.ts';
import { inScope, type Scope } from './scope.ts';

/** A change of a tenant that is worth telling, as it was noticed. Its id is derived from the scan that it is a change since. */
export type ChangeRecord = {
  id: string;
  tenantId: string;
  isSimulated: boolean;
  kind: NotableKind;
  gravity: Priority;
  title: string;
  /** The name of what changed; '' where the title says it. */
  object: string;
  before: string | null;
  after: string | null;
  by: { kind: 'user' | 'app'; name: string } | null;
  /** The name in `by`, folded, for searching; '' where there is none. */
  actorFold: string;
  byUnknownBecause: string | null;
  changedAt: string | null;
  noticedAt: string;
  noticedBy: NoticedBy;
  /** The completed scan that it is a change since; null where no scan tells of it. */
  baselineScanId: string | null;
  /** The first scan that saw it; null while none has ended since. */
  scanLogId: string | null;
  checkId: string | null;
};

type ChangeFilters = {
  tenantId?: string | undefined;
  since?: string | undefined;
  /** Noticed later than this instant. */
  after?: string | undefined;
  kind?: NotableKind | undefined;
  gravity?: Priority | undefined;
  actor?: string | undefined;
};

function conditionsOf({ tenantId, since, after, kind, gravity, actor }: ChangeFilters): Condition[] {
  const where: Condition[] = [];
  if (tenantId !== undefined) where.push({ field: 'tenantId', op: 'eq', value: tenantId });
  if (kind !== undefined) where.push({ field: 'kind', op: 'eq', value: kind });
  if (gravity !== undefined) where.push({ field: 'gravity', op: 'eq', value: gravity });
  if (actor !== undefined) where.push({ field: 'actorFold', op: 'contains', value: folded(actor) });
  if (since !== undefined) where.push({ field: 'noticedAt', op: 'gte', value: since });
  if (after !== undefined) where.push({ field: 'noticedAt', op: 'gt', value: after });
  return where;
}

/** Reads of the changes of several tenants. A tenant's own are bound to it (`TenantRecords.changes`). */
export function openChangeStore(records: RecordStore) {
  const changes = records.across<ChangeRecord>(containers.changes);
  return {
    /** A page, what was noticed last first, with the counts by gravity of all that fits but for its gravity. */
    async page(
      scope: Scope,
      { limit, cursor, ...filters }: ChangeFilters & { limit: number; cursor?: string | undefined },
    ): Promise<PageWithTotal<ChangeRecord> & { summary: ChangeTotals }> {
      const within = inScope(changes, scope);
      const orderBy = { field: 'noticedAt', direction: 'desc' } as const;
      const countOf = (gravity: Priority) => within.count(conditionsOf({ ...filters, gravity }));
      const [page, ...counts] = await Promise.all([
        within.query({ where: conditionsOf(filters), orderBy, limit, cursor }),
        ...Priority.options.map(countOf),
      ]);
      const [critical = 0, high = 0, medium = 0, low = 0] = counts;
      const summary = { critical, high, medium, low };
      // Every change is of one gravity: how many there are is told by the counts.
      const total = filters.gravity === undefined ? critical + high + medium + low : summary[filters.gravity];
      return { ...page, total, summary };
    },
  };
}

export type ChangeStore = ReturnType<typeof openChangeStore>;

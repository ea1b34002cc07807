import type { ApprovalStatus, ApprovalTotals, ApprovalType } from '@tenantry/contract/approvals';
import type { Role } from '@tenantry/contract/auth';
import type { ClientAsked, ClientOutcome } from '@tenantry/contract/client-decisions';
import { systemWideId } from '@tenantry/contract/ids';
import { type Category, Priority, type Severity } from '@tenantry/contract/verdicts';
import type { FindingCondition } from '../audit/findings/finding-condition.ts';
import { all, type Collection, type Condition, every, type PageWithTotal, pageWithTotal } from '../ports/collection.ts';
import type { RecordStore } from '../ports/record-store.ts';
import { containers } from './containers.ts';
import type { Outboxed } from './outbox.ts';
import { inScope, readAtOnce, type Scope } from './scope.ts';
import { isNothing, ofWork, type WorkSought } from './work-sought.ts';

export type ApprovalRecord = Outboxed & {
  /** `{tenantId}_a-…`; of the scanner's `{tenantId}_r-{remedy}-{n}`, where n counts how often it asked for that work. */
  id: string;
  /** `systemWideId` where it concerns the installation. */
  tenantId: string;
  /** What the scanner found it in, or the audit to publish; null where it is about none. */
  auditId: string | null;
  scanId: string | null;
  /** The gravest of `findings`, where the scanner asks; the one that a person asks about. */
  linkedFindingId: string | null;
  checkId: string | null;
  /** The work that the scanner asks for (audit/findings/remedies/work.ts); null where a person asks, and in records of before. */
  remedyId: string | null;
  /** What that work would close, each as it was found; none where it is about none. */
  findings: readonly AskedFinding[];
  /** What was found to be wrong: a decision holds for it (decision 009). Null in records of before, and where a person asks. */
  condition: FindingCondition | null;
  title: string;
  description: string;
  /** What is wrong, in one sentence. */
  issue: string | null;
  /** The domains that it is about, by name. */
  affectedDomain: string | null;
  category: Category | null;
  priority: Priority;
  origin: 'scanner' | 'manual';
  type: ApprovalType;
  /** Approving it makes a task. */
  autoCreateTask: boolean;
  status: ApprovalStatus;
  /** `scanner`, or the role of whoever asked. */
  createdBy: string;
  requestedBy: string;
  /** '' where the scanner asks, and in records of before, so that a store can look for a user's own. */
  requestedById: string;
  permission: PermissionAsked | null;
  /** The draft of Conditional Access policies that it is about, with its forecast. Absent where it is about none. */
  draftId?: string;
  /** The baselines of the tenant that asked for it when it was made, by name. Absent in records of before, as the next. */
  requiredBy?: readonly string[];
  /** Whether there are such, so that a store can look for them. */
  isRequired?: boolean;
  /** Where its gravest finding stood among all findings when the scanner asked (decision 063). Absent in records of before, and where a person asks. */
  sortKey?: string;
  /** The run that decided it with others, whose entry in the trail is that of all; null where it was decided alone. */
  decidedIn: string | null;
  /** How the task of an approval begins, where whoever approved said so. */
  assignment: Assignment | null;
  /** What the client was asked about it, and what they said; absent or null where they were not. */
  client?: StoredClientAsked | null;
  /** When they said it, so that a store can look for what they did; absent where they did not. */
  clientAnsweredAt?: string;
  reviewNotes: string | null;
  /** Who decided, and when; null while it is pending. */
  approvedBy: string | null;
  /** The same, as the trail names them; null too in records of before. */
  approvedByUser: string | null;
  approvedAt: string | null;
  closedBecause: string | null;
  /** It is approved, and what follows from that is not done yet: the intent, which the timers take up where a process died. */
  isUnfinished: boolean;
  /** When what follows was done, or could not be; null before, and where nothing follows. */
  finishedAt: string | null;
  notDoneBecause: string | null;
  /** The task that it is about: the one that it made, or one that was under way; null while there is none. */
  taskId: string | null;
  createdAt: string;
  updatedAt: string;
};

/** `outcome`: what the client did, or that it was taken back; null while neither. Whatever else ends it stands on the approval. */
type StoredClientAsked = Pick<ClientAsked, 'message' | 'askedBy' | 'askedAt'> & { outcome: StoredOutcome | null };

/** `byUser`: as the trail names them, since two contacts may have one name; absent where nobody of the client did it. */
export type StoredOutcome = ClientOutcome & { byUser?: string };

/** A finding that an approval is about. `condition`: a decision holds for it (decision 009); null where it is not known any more. */
export type AskedFinding = {
  id: string;
  /** Null in records of before that did not keep it. */
  checkId: string | null;
  title: string;
  severity: Severity;
  condition: FindingCondition | null;
};

/** Who does it, how urgent it is and when it is due; null for what was left as it is. */
export type Assignment = {
  assignee: { userId: string; name: string } | null;
  priority: Priority | null;
  /** A calendar day. */
  dueDate: string | null;
};

/** The tenant that it concerns; null for the installation. */
export const tenantOfApproval = ({ tenantId }: Pick<ApprovalRecord, 'tenantId'>): string | null =>
  tenantId === systemWideId ? null : tenantId;

/** What a user would be given. Null: that stays as it is. */
export type PermissionAsked = {
  userId: string;
  username: string;
  displayName: string;
  role: Role | null;
  /** Beside those that the user sees already. */
  tenantIds: readonly string[] | 'all' | null;
};

type ApprovalFilters = {
  status?: ApprovalStatus | undefined;
  type?: ApprovalType | undefined;
  tenantId?: string | undefined;
  priority?: Priority | undefined;
  remedyId?: string | undefined;
  /** Only those that were asked for before this instant. */
  before?: string | undefined;
  limit: number;
  cursor?: string | undefined;
};

const newestFirst = { field: 'createdAt', direction: 'desc' } as const;
const filtered = ['status', 'type', 'tenantId', 'priority', 'remedyId'] as const;

type Fields = Omit<ApprovalFilters, 'limit' | 'cursor'>;

function conditionsOf(filters: Fields): Condition[] {
  const { before } = filters;
  const equal = filtered.flatMap((field): Condition[] => {
    const value = filters[field];
    return value === undefined ? [] : [{ field, op: 'eq', value }];
  });
  return before === undefined ? equal : [...equal, { field: 'createdAt', op: 'lt', value: before }];
}

/** Requests for one piece of work that wait. */
export type Waiting = {
  remedyId: string;
  waiting: number;
  required: number;
  priority: Priority;
  /** The place of the gravest among all findings; null where every request is of before. */
  sortKey: string | null;
  since: string;
  /** The tenant of the oldest. */
  tenantId: string;
};

type Reads = Pick<Collection<ApprovalRecord>, 'query' | 'count'>;

/** The gravest of these requests by their place among the findings; of those of before, which have none, by a look for each priority. */
async function gravestOf(
  approvals: Reads,
  where: readonly Condition[],
): Promise<Pick<Waiting, 'priority' | 'sortKey'> | null> {
  const [placed, before] = await Promise.all([
    approvals.query({
      where: [...where, { field: 'sortKey', op: 'gt', value: '' }],
      orderBy: { field: 'sortKey', direction: 'asc' },
      limit: 1,
    }),
    approvals.query({ where: [...where, { field: 'sortKey', op: 'eq', value: null }], limit: 1 }),
  ]);
  const [first] = placed.items;
  const sortKey = first?.sortKey ?? null;
  if (first && before.items.length === 0) return { priority: first.priority, sortKey };
  for (const priority of Priority.options) {
    const ofThis = await approvals.query({
      where: [...where, { field: 'priority', op: 'eq', value: priority }],
      limit: 1,
    });
    if (ofThis.items.length > 0) return { priority, sortKey };
  }
  return null;
}

/** These requests together; `required`: how many a baseline asks for; `since`: when the oldest of them was made. */
async function waitingFor(approvals: Reads, remedyId: string, where: readonly Condition[]): Promise<Waiting | null> {
  const own: Condition[] = [...where, { field: 'remedyId', op: 'eq', value: remedyId }];
  const [waiting, required, oldest] = await Promise.all([
    approvals.count(own),
    approvals.count([...own, { field: 'isRequired', op: 'eq', value: true }]),
    approvals.query({ where: own, orderBy: { field: 'createdAt', direction: 'asc' }, limit: 1 }),
  ]);
  const [first] = oldest.items;
  const gravest = first && (await gravestOf(approvals, own));
  return first && gravest
    ? { remedyId, waiting, required, ...gravest, since: first.createdAt, tenantId: first.tenantId }
    : null;
}

/** Reads of the approvals of several tenants, and those of none. A tenant's own are bound to it (`TenantRecords.approvals`). */
export function openApprovalStore(records: RecordStore) {
  const approvals = records.across<ApprovalRecord>(containers.approvals);

  return {
    /** A page, the newest first, with the counts by status of all that the filters leave out too. */
    async page(
      scope: Scope,
      { limit, cursor, ...filters }: ApprovalFilters,
    ): Promise<PageWithTotal<ApprovalRecord> & { summary: ApprovalTotals }> {
      const within = inScope(approvals, scope);
      const where = conditionsOf(filters);
      const countOf = (value: ApprovalStatus) => within.count([{ field: 'status', op: 'eq', value }]);
      const [page, pending, approved, denied, closed] = await Promise.all([
        pageWithTotal(within, { where, orderBy: newestFirst, limit, cursor }),
        countOf('pending'),
        countOf('approved'),
        countOf('denied'),
        countOf('closed'),
      ]);
      return { ...page, summary: { pending, approved, denied, closed } };
    },

    /**
     * What waits for a decision, by the work that it asks for: some requests of the store for each kind of work, whatever number of
     * tenants there are. `total` counts those of no such work too.
     */
    async waitingByWork(
      scope: Scope,
      workIds: readonly string[],
      filters: Fields,
    ): Promise<{ work: Waiting[]; total: number }> {
      const within = inScope(approvals, scope);
      const where = conditionsOf({ ...filters, status: 'pending' });
      const [found, total] = await Promise.all([
        Promise.all(workIds.map((id) => waitingFor(within, id, where))),
        within.count(where),
      ]);
      return { work: found.flatMap((one) => one ?? []), total };
    },

    /** Those for these kinds of work, or about what one of these checks found, that wait, in no order. */
    async waitingFor(scope: Scope, sought: WorkSought): Promise<ApprovalRecord[]> {
      if (isNothing(sought)) return [];
      const where: Condition[] = [
        ofWork(sought),
        { field: 'type', op: 'eq', value: 'task_assignment' },
        { field: 'status', op: 'eq', value: 'pending' },
      ];
      return every(inScope(approvals, scope), { where, limit: readAtOnce });
    },

    /** The ids of those that wait and fit, at most so many. */
    async waitingIds(scope: Scope, filters: Fields, limit: number): Promise<string[]> {
      const within = inScope(approvals, scope);
      const ids: string[] = [];
      for await (const { id } of all(within, { where: conditionsOf({ ...filters, status: 'pending' }) })) {
        if (ids.length === limit) break;
        ids.push(id);
      }
      return ids;
    },

    /** What a user has asked for, of the tenants in their scope as it is now, and of the installation. */
    requestedBy(userId: string, scope: Scope, page: { limit: number; cursor?: string | undefined }) {
      const where: Condition[] = [{ field: 'requestedById', op: 'eq', value: userId }];
      if (scope.kind !== 'all') {
        const tenantIds = scope.kind === 'tenants' ? scope.tenantIds : [];
        where.push({ field: 'tenantId', op: 'in', value: [...tenantIds, systemWideId] });
      }
      return pageWithTotal(approvals, { where, orderBy: newestFirst, ...page });
    },

    /** Approved ones of which something is still to be done, in no order. */
    async unfinished(scope: Scope, limit: number): Promise<ApprovalRecord[]> {
      const where: Condition[] = [{ field: 'isUnfinished', op: 'eq', value: true }];
      return (await inScope(approvals, scope).query({ where, limit })).items;
    },

    /** Those that concern the installation: seen and decided by those who have every tenant in scope, asked for by anyone. */
    systemWide: records.partition<ApprovalRecord>(containers.approvals, systemWideId) as Collection<ApprovalRecord>,
  };
}

export type ApprovalStore = ReturnType<typeof openApprovalStore>;

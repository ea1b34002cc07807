import {
  type DecisionOutcome,
  type DecisionRun,
  type decideApprovals,
  maxDecidedByFilter,
} from '@tenantry/contract/approval-decisions';
import type { Decision } from '@tenantry/contract/approvals';
import type { Parsed } from '@tenantry/contract/endpoint';
import { systemWideId, tenantIdOfRecordId } from '@tenantry/contract/ids';
import { knownWork } from '../../audit/findings/remedies/work.ts';
import type { ApprovalDecisions, ApprovalPlace, By, DecisionResult } from '../../domain/approvals/decide-approval.ts';
import { alreadyDecidedText, type DecisionRuns } from '../../domain/approvals/decision-runs.ts';
import { AppError } from '../../http/app-error.ts';
import { type Caller, requireRecentProof } from '../../http/caller.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ApprovalRecord, ApprovalStore, Assignment } from '../../store/approvals.ts';
import type { DecisionRunRecord } from '../../store/decision-runs.ts';
import { isInScope, type Scope } from '../../store/scope.ts';
import type { TenantStore } from '../../store/tenant-store.ts';
import { mayWork, type UserStore } from '../../store/users.ts';
import { approvalView, namesFor } from './approval-view.ts';
import { waitedSince } from './waiting-work.ts';

type Dependencies = {
  decisions: ApprovalDecisions;
  runs: DecisionRuns;
  approvals: ApprovalStore;
  tenants: TenantStore;
  users: Pick<UserStore, 'get'>;
  clock: Clock;
};

type WantedOfMany = Parsed<typeof decideApprovals.body>;
type AssignmentWanted = Pick<WantedOfMany, 'assigneeId' | 'priority' | 'dueDate'>;

const noSuchRemedy = () => {
  const message = 'There is no such remedy';
  return new AppError('INVALID_INPUT', message, { fields: [{ path: 'filter.remedyId', message }] });
};

const tooMany = () => {
  const message = `More than ${maxDecidedByFilter} requests fit. Choose a tenant or a priority.`;
  return new AppError('INVALID_INPUT', message, { fields: [{ path: 'filter', message }] });
};

/** A run as its page follows it, with the names of the tenants of what could not be decided. */
async function runView(tenants: TenantStore, scope: Scope, run: DecisionRunRecord): Promise<DecisionRun> {
  const { id, decision, startedBy, startedAt, endedAt, handled, decided, conflictCount } = run;
  const tenantIds = [...new Set(run.conflicts.map((one) => tenantIdOfRecordId(one.id)))];
  const names = await tenants.ofRecords(
    scope,
    tenantIds.map((tenantId) => ({ tenantId })),
  );
  const conflicts = run.conflicts.map((one) => {
    const tenantId = tenantIdOfRecordId(one.id);
    return { ...one, tenantName: tenantId === systemWideId ? 'System-wide' : (names.get(tenantId)?.name ?? tenantId) };
  });
  const total = run.approvalIds.length;
  return { id, decision, startedBy, startedAt, endedAt, total, handled, decided, conflicts, conflictCount };
}

export const approvalNotFound = () => new AppError('NOT_FOUND', 'There is no such approval.');

/** @throws AppError NOT_FOUND; CONFLICT where it is decided, or cannot be approved */
function decided(result: DecisionResult): ApprovalRecord {
  switch (result.outcome) {
    case 'done':
      return result.approval;
    case 'alreadyDecided':
      throw new AppError('CONFLICT', alreadyDecidedText(result.approval));
    case 'refused':
      throw new AppError('CONFLICT', result.because);
    case 'notFound':
      throw approvalNotFound();
  }
}

const byOf = ({ user, name }: Caller): By => ({ username: user.username, name });

type Change = { status?: Decision | 'pending' | undefined; notes?: string | null | undefined };

/** Decisions as the calls of the API ask for them. */
export function createApprovalService({ decisions, runs, approvals, tenants, users, clock }: Dependencies) {
  /**
   * To approve a permission is to change a user, as on the page of the users: it asks who is there as that does (decision 026).
   * @throws AppError STEP_UP_REQUIRED
   */
  async function requireProofFor(caller: Caller, place: ApprovalPlace, id: string): Promise<void> {
    const asked = (await decisions.collectionOf(place).get(id))?.value;
    if (asked?.type === 'user_permission' && asked.status === 'pending') requireRecentProof(caller, clock.now());
  }

  /** Permissions concern the installation, so that those of tenants need not be read. */
  async function requireProofForAny(caller: Caller, ids: readonly string[]): Promise<void> {
    if (caller.scope.kind !== 'all') return;
    const systemWide = ids.filter((id) => tenantIdOfRecordId(id) === systemWideId);
    for (const id of systemWide) await requireProofFor(caller, null, id);
  }

  /** Those of them that the caller may decide. */
  async function decidable(scope: Scope, ids: readonly string[]): Promise<string[]> {
    const tenantIds = [...new Set(ids.map(tenantIdOfRecordId))].filter((id) => id !== systemWideId);
    const seen = await tenants.ofRecords(
      scope,
      tenantIds.map((tenantId) => ({ tenantId })),
    );
    const isTheirs = (tenantId: string) =>
      tenantId === systemWideId ? scope.kind === 'all' : isInScope(scope, tenantId) && seen.has(tenantId);
    return ids.filter((id) => isTheirs(tenantIdOfRecordId(id)));
  }

  /** The assignee by name: whether they may work in each tenant is settled where its request is decided. */
  async function assignmentOf(
    { assigneeId, priority, dueDate }: AssignmentWanted,
    decision: Decision,
  ): Promise<Assignment | null> {
    if (decision !== 'approved' || (assigneeId == null && priority === undefined && dueDate == null)) return null;
    const user = assigneeId == null ? null : ((await users.get(assigneeId))?.value ?? null);
    if (assigneeId != null && (!user || !mayWork(user))) {
      const message = 'Choose a technician or administrator';
      throw new AppError('INVALID_INPUT', message, { fields: [{ path: 'assigneeId', message }] });
    }
    return {
      assignee: user && { userId: user.id, name: user.displayName },
      priority: priority ?? null,
      dueDate: dueDate ?? null,
    };
  }

  const views = async (scope: Scope, records: readonly ApprovalRecord[]) => {
    const names = await namesFor(tenants, scope, records);
    return (record: ApprovalRecord) => approvalView(record, names);
  };

  return {
    /** Decides one, or keeps notes on it where no decision is given. @throws AppError NOT_FOUND, CONFLICT, STEP_UP_REQUIRED */
    async change(caller: Caller, place: ApprovalPlace, id: string, { status, notes }: Change): Promise<ApprovalRecord> {
      const by = byOf(caller);
      if (status === 'approved') await requireProofFor(caller, place, id);
      if (status === 'approved' || status === 'denied') {
        return decided(await decisions.decide(place, id, { decision: status, notes }, by));
      }
      return decided(await decisions.note(place, id, notes, by));
    },

    /**
     * Decides several with one entry in the trail, each for itself; one named twice is decided once. What fits a filter is decided
     * in the background. A key that was used before answers what came of it.
     * @throws AppError STEP_UP_REQUIRED, before the first of them is decided; INVALID_INPUT for an assignee who may not work, for a
     * remedy that is not known, and for a filter that fits more than a run decides
     */
    async decideMany(
      caller: Caller,
      wanted: WantedOfMany,
    ): Promise<{ results: DecisionOutcome[]; run: DecisionRunRecord }> {
      const { scope, userId } = caller;
      const { ids, filter, status: decision, comment, key } = wanted;
      if (filter && !knownWork.some(({ id }) => id === filter.remedyId)) throw noSuchRemedy();
      const assignment = await assignmentOf(wanted, decision);
      const before = waitedSince(filter?.olderThanDays, clock);
      const most = maxDecidedByFilter + 1;
      const sought = filter ? await approvals.waitingIds(scope, { ...filter, before }, most) : [...new Set(ids)];
      if (sought.length === most) throw tooMany();
      if (decision === 'approved') await requireProofForAny(caller, sought);
      const own = filter ? sought : await decidable(scope, sought);
      const how = { by: byOf(caller), userId, key, isBackground: filter !== undefined };
      const started = await runs.start(own, { decision, notes: comment || null, assignment }, how);
      if (!started) throw new AppError('CONFLICT', 'This key is in use already. Send the decision with a new one.');
      const { run, outcomes } = started;
      const view = await views(
        scope,
        outcomes.flatMap(({ approval }) => approval ?? []),
      );
      const told = outcomes.map(({ approval, ...rest }) => ({ ...rest, approval: approval && view(approval) }));
      const foreign = sought.filter((id) => !own.includes(id));
      const unseen = foreign.map(
        (id) => ({ id, outcome: 'notFound', message: 'There is no such approval.', approval: null }) as const,
      );
      const byId = new Map([...told, ...unseen].map((one) => [one.id, one]));
      return { results: sought.flatMap((id) => byId.get(id) ?? []), run };
    },

    /** How far a run came, for who started it. @throws AppError NOT_FOUND */
    async runOf({ userId, scope }: Caller, runId: string): Promise<DecisionRun> {
      const run = await runs.get(runId);
      if (!run || run.startedByUserId !== userId) throw new AppError('NOT_FOUND', 'There is no such decision.');
      return runView(tenants, scope, run);
    },

    runView: (scope: Scope, run: DecisionRunRecord) => runView(tenants, scope, run),
  };
}

export type ApprovalService = ReturnType<typeof createApprovalService>;

import { type Decision, type DecisionOutcome, maxDecidedAtOnce } from '@tenantry/contract/approvals';
import { systemWideId, tenantIdOfRecordId } from '@tenantry/contract/ids';
import type { ApprovalDecisions, ApprovalPlace, By, DecisionResult } from '../../domain/approvals/decide-approval.ts';
import { AppError } from '../../http/app-error.ts';
import { type Caller, requireRecentProof } from '../../http/caller.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/telemetry.ts';
import type { ApprovalRecord } from '../../store/approvals.ts';
import type { Scope } from '../../store/scope.ts';
import type { TenantStore } from '../../store/tenant-store.ts';
import { approvalView, namesFor } from './approval-view.ts';

type Dependencies = { decisions: ApprovalDecisions; tenants: TenantStore; clock: Clock; log: Log };

/** As many of one call are decided side by side. */
const atOnce = 10;

export const approvalNotFound = () => new AppError('NOT_FOUND', 'There is no such approval.');

function alreadyDecided({ status, approvedBy, approvedAt, closedBecause }: ApprovalRecord): string {
  if (status === 'closed') return `Approval already closed. ${closedBecause ?? ''}`.trim();
  const at = approvedAt === null ? '' : ` on ${approvedAt.slice(0, 10)}`;
  return `Approval already processed: ${status} by ${approvedBy ?? 'somebody'}${at}.`;
}

/** @throws AppError NOT_FOUND; CONFLICT where it is decided, or cannot be approved */
function decided(result: DecisionResult): ApprovalRecord {
  switch (result.outcome) {
    case 'done':
      return result.approval;
    case 'alreadyDecided':
      throw new AppError('CONFLICT', alreadyDecided(result.approval));
    case 'refused':
      throw new AppError('CONFLICT', result.because);
    case 'notFound':
      throw approvalNotFound();
  }
}

const byOf = ({ user, name }: Caller): By => ({ username: user.username, name });

type Change = { status?: Decision | 'pending' | undefined; notes?: string | null | undefined };

/** Decisions as the calls of the API ask for them. */
export function createApprovalService({ decisions, tenants, clock, log }: Dependencies) {
  async function placeOf(scope: Scope, id: string): Promise<ApprovalPlace | undefined> {
    const tenantId = tenantIdOfRecordId(id);
    if (tenantId === systemWideId) return scope.kind === 'all' ? null : undefined;
    return (await tenants.open(scope, tenantId)) ?? undefined;
  }

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

  async function outcomeOf(
    scope: Scope,
    id: string,
    change: { decision: Decision; notes?: string | undefined },
    by: By,
  ): Promise<{ id: string; outcome: DecisionOutcome['outcome']; message: string; record: ApprovalRecord | null }> {
    try {
      const place = await placeOf(scope, id);
      const result = place === undefined ? null : await decisions.decide(place, id, change, by);
      if (result === null || result.outcome === 'notFound') {
        return { id, outcome: 'notFound', message: 'There is no such approval.', record: null };
      }
      const { outcome, approval: record } = result;
      if (outcome === 'done') return { id, outcome, message: `The request was ${change.decision}.`, record };
      return { id, outcome, message: outcome === 'refused' ? result.because : alreadyDecided(record), record };
    } catch (error) {
      log('The approval was not decided', { approvalId: id, error });
      return { id, outcome: 'failed', message: 'It could not be decided. Try again.', record: null };
    }
  }

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
     * Decides several, each for itself; one named twice is decided once.
     * @throws AppError STEP_UP_REQUIRED, before the first of them is decided
     */
    async decideMany(
      caller: Caller,
      ids: readonly string[],
      change: { decision: Decision; notes?: string | undefined },
    ): Promise<DecisionOutcome[]> {
      const { scope } = caller;
      const by = byOf(caller);
      const left = [...new Set(ids)].slice(0, maxDecidedAtOnce);
      if (change.decision === 'approved') await requireProofForAny(caller, left);
      const outcomes: Awaited<ReturnType<typeof outcomeOf>>[] = [];
      while (left.length > 0) {
        const some = left.splice(0, atOnce);
        outcomes.push(...(await Promise.all(some.map((id) => outcomeOf(scope, id, change, by)))));
      }
      const names = await namesFor(
        tenants,
        scope,
        outcomes.flatMap(({ record }) => record ?? []),
      );
      return outcomes.map(({ record, ...told }) => ({ ...told, approval: record && approvalView(record, names) }));
    },
  };
}

export type ApprovalService = ReturnType<typeof createApprovalService>;

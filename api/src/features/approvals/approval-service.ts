import { type Decision, type DecisionOutcome, maxDecidedAtOnce } from '@tenantry/contract/approvals';
import { systemWideId, tenantIdOfRecordId } from '@tenantry/contract/ids';
import type { ApprovalDecisions, ApprovalPlace, By, DecisionResult } from '../../domain/approvals/decide-approval.ts';
import { AppError } from '../../http/app-error.ts';
import type { Log } from '../../ports/telemetry.ts';
import type { ApprovalRecord } from '../../store/approvals.ts';
import type { Scope } from '../../store/scope.ts';
import type { TenantStore } from '../../store/tenant-store.ts';
import { approvalView, namesFor } from './approval-view.ts';

type Dependencies = { decisions: ApprovalDecisions; tenants: TenantStore; log: Log };

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

type Change = { status?: Decision | 'pending' | undefined; notes?: string | null | undefined };

/** Decisions as the calls of the API ask for them. */
export function createApprovalService({ decisions, tenants, log }: Dependencies) {
  async function placeOf(scope: Scope, id: string): Promise<ApprovalPlace | undefined> {
    const tenantId = tenantIdOfRecordId(id);
    if (tenantId === systemWideId) return scope.kind === 'all' ? null : undefined;
    return (await tenants.open(scope, tenantId)) ?? undefined;
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
    /** Decides one, or keeps notes on it where no decision is given. @throws AppError NOT_FOUND, CONFLICT */
    async change(place: ApprovalPlace, id: string, { status, notes }: Change, by: By): Promise<ApprovalRecord> {
      if (status === 'approved' || status === 'denied') {
        return decided(await decisions.decide(place, id, { decision: status, notes }, by));
      }
      return decided(await decisions.note(place, id, notes, by));
    },

    /** Decides several, each for itself; one named twice is decided once. */
    async decideMany(
      scope: Scope,
      ids: readonly string[],
      change: { decision: Decision; notes?: string | undefined },
      by: By,
    ): Promise<DecisionOutcome[]> {
      const left = [...new Set(ids)].slice(0, maxDecidedAtOnce);
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

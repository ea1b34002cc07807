import type { Parsed } from '@tenantry/contract/endpoint';
import type { FindingEventKind, setFindingStatus, setFindingStatuses } from '@tenantry/contract/findings';
import { countOf } from '../../audit/facts/sentence-parts.ts';
import { type Batch, newBatch, settleAsOne, withBatchEntry } from '../../domain/audit-trail/batch.ts';
import { changeAndSeal, withEntry } from '../../domain/audit-trail/outbox.ts';
import { withEvent } from '../../domain/finding/finding-history.ts';
import { findingSortKey } from '../../domain/finding/finding-order.ts';
import { recountOpenIssues } from '../../domain/finding/recount-open-issues.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import { update } from '../../ports/collection.ts';
import type { TrailEntry } from '../../ports/trail.ts';
import type { FindingRecord } from '../../store/findings.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import { storedStatus, wireStatus } from './finding-view.ts';

type Dependencies = Pick<CommonParts, 'tenants' | 'trail' | 'clock'>;
type Wanted = Parsed<typeof setFindingStatus.body>;
type Answer = Parsed<typeof setFindingStatuses.response>['items'][number];

/** As many findings are changed at one time. */
const atOnce = 8;

export const noSuchFinding = 'There is no such finding.';
const isAccepted = 'This risk is accepted. Withdraw the acceptance first.';

const kinds = {
  unresolved: 'reopened',
  'in-progress': 'work-started',
  resolved: 'resolved',
} as const satisfies Record<Wanted['status'], FindingEventKind>;

/**
 * The finding with the status that somebody gave it and what they say of it, and an entry in the trail; the same where it has both
 * already. Where the status stays and nothing is said, what was said stays too. What is resolved by hand, nothing has verified.
 * @param batch of which the change is one; null where it is made alone
 * @throws AppError CONFLICT for an accepted one
 */
function withStatus(finding: FindingRecord, wanted: Wanted, by: Caller, now: Date, batch: Batch | null): FindingRecord {
  const status = storedStatus[wanted.status];
  const isSame = finding.status === status;
  const note = wanted.reason ?? wanted.note ?? (isSame ? finding.note : '');
  if (isSame && note === finding.note) return finding;
  if (finding.status === 'ACCEPTED') throw new AppError('CONFLICT', isAccepted);
  const at = now.toISOString();
  const what = isSame ? 'noted' : kinds[wanted.status];
  const isResolved = status === 'RESOLVED';
  const { resolvedAt, resolvedBy, isVerified } = finding;
  const closed = isSame
    ? { resolvedAt, resolvedBy, isVerified }
    : { resolvedAt: isResolved ? at : null, resolvedBy: isResolved ? by.name : null, isVerified: !isResolved };
  const event = { at, what, by: by.name, note, scanLogId: null } as const;
  const changed = { ...finding, ...closed, ...withEvent(finding, event), status, note };
  const entry = {
    eventType: 'finding_status_changed',
    user: by.user.username,
    target: finding.title,
    tenantId: finding.tenantId,
    details: {
      findingId: finding.id,
      before: { status: wireStatus[finding.status], note: finding.note },
      after: { status: wanted.status, note },
    },
  } as const;
  const next = { ...changed, sortKey: findingSortKey(changed) };
  return batch ? withBatchEntry(next, entry, batch) : withEntry(next, entry, now);
}

/** One entry for the findings that somebody changed in one call. */
const toldOf =
  (tenantId: string, { status, note, reason }: Wanted, { user: { username: user } }: Caller) =>
  (members: readonly { id: string; entry: TrailEntry }[]) => ({
    eventType: 'findings_status_changed' as const,
    user,
    target: countOf(members.length, 'finding'),
    tenantId,
    details: {
      after: { status, note: reason ?? note ?? '' },
      members: members.map(({ id, entry: { target: title, details } }) => ({
        id,
        title,
        before: details.before ?? null,
      })),
    },
  });

/** What people do with findings: resolve them, start work, open them again; one by one, or many in one call. */
export function createFindingStatus({ tenants, trail, clock }: Dependencies) {
  async function change(
    tenant: TenantRecords,
    findingId: string,
    wanted: Wanted,
    by: Caller,
    batch: Batch,
  ): Promise<Answer> {
    let isChanged = false;
    try {
      const finding = await update(tenant.findings, findingId, (current) => {
        const next = withStatus(current, wanted, by, clock.now(), batch);
        isChanged = next !== current;
        return next;
      });
      if (!finding) return { findingId, outcome: 'not-found', why: noSuchFinding };
      return { findingId, outcome: isChanged ? 'changed' : 'unchanged', why: null };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { findingId, outcome: 'refused', why: error.message };
    }
  }

  return {
    /** @throws AppError NOT_FOUND; CONFLICT for an accepted one */
    async set(tenant: TenantRecords, findingId: string, wanted: Wanted, by: Caller): Promise<FindingRecord> {
      const finding = await changeAndSeal(trail, tenant.findings, findingId, (current) =>
        withStatus(current, wanted, by, clock.now(), null),
      );
      if (!finding) throw new AppError('NOT_FOUND', noSuchFinding);
      await recountOpenIssues(tenants, tenant);
      return finding;
    },

    /**
     * Each for itself: one that cannot be changed keeps no other from it. What is counted over all findings of the tenant is
     * counted once, and one entry of the trail tells all of them. @returns one answer for each that was named, in that order
     */
    async setAll(tenant: TenantRecords, ids: readonly string[], wanted: Wanted, by: Caller): Promise<Answer[]> {
      const batch = newBatch(clock.now());
      const answers = new Map<string, Answer>();
      const left = [...new Set(ids)];
      const worker = async () => {
        for (let id = left.shift(); id !== undefined; id = left.shift()) {
          answers.set(id, await change(tenant, id, wanted, by, batch));
        }
      };
      await Promise.all(Array.from({ length: atOnce }, worker));
      const changed = [...answers.values()].filter(({ outcome }) => outcome === 'changed');
      const changedIds = changed.map(({ findingId }) => findingId);
      const told = toldOf(tenant.tenant.id, wanted, by);
      await settleAsOne(tenant.findings, changedIds, { batch, trail, told });
      if (changed.length > 0) await recountOpenIssues(tenants, tenant);
      const answered = new Set<string>();
      return ids.flatMap((id) => {
        const answer = answers.get(id);
        if (!answer) return [];
        const isAgain = answered.has(id) && answer.outcome === 'changed';
        answered.add(id);
        return [isAgain ? { ...answer, outcome: 'unchanged' as const } : answer];
      });
    },
  };
}

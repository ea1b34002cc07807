import type { Parsed } from '@tenantry/contract/endpoint';
import type { FindingEventKind, setFindingStatus, setFindingStatuses } from '@tenantry/contract/findings';
import { changeAndSeal, settleTogether, withEntry } from '../../domain/audit-trail/outbox.ts';
import { withEvent } from '../../domain/finding/finding-history.ts';
import { findingSortKey } from '../../domain/finding/finding-order.ts';
import { recountOpenIssues } from '../../domain/finding/recount-open-issues.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import { update } from '../../ports/collection.ts';
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
 * The finding with the status and note that somebody gave it, and an entry in the trail; the same where it has both already. Where
 * the status stays and nothing is said, what was said stays too.
 * @throws AppError CONFLICT for an accepted one
 */
function withStatus(finding: FindingRecord, { status: wanted, note }: Wanted, by: Caller, now: Date): FindingRecord {
  const status = storedStatus[wanted];
  const isSame = finding.status === status;
  const next = note ?? (isSame ? finding.note : '');
  if (isSame && next === finding.note) return finding;
  if (finding.status === 'ACCEPTED') throw new AppError('CONFLICT', isAccepted);
  const at = now.toISOString();
  const what = isSame ? 'noted' : kinds[wanted];
  const isResolved = status === 'RESOLVED';
  const closed = isSame
    ? { resolvedAt: finding.resolvedAt, resolvedBy: finding.resolvedBy }
    : { resolvedAt: isResolved ? at : null, resolvedBy: isResolved ? by.name : null };
  const changed = {
    ...finding,
    ...closed,
    ...withEvent(finding, { at, what, by: by.name, note: next, scanLogId: null }),
    status,
    note: next,
  };
  const entry = {
    eventType: 'finding_status_changed',
    user: by.user.username,
    target: finding.title,
    tenantId: finding.tenantId,
    details: {
      findingId: finding.id,
      before: { status: wireStatus[finding.status], note: finding.note },
      after: { status: wanted, note: next },
    },
  } as const;
  return withEntry({ ...changed, sortKey: findingSortKey(changed) }, entry, now);
}

/** What people do with findings: resolve them, start work, open them again; one by one, or many in one call. */
export function createFindingStatus({ tenants, trail, clock }: Dependencies) {
  /** @param changed takes each finding that was written */
  async function change(
    tenant: TenantRecords,
    findingId: string,
    wanted: Wanted,
    by: Caller,
    changed: (finding: FindingRecord) => void,
  ): Promise<Answer> {
    let isChanged = false;
    try {
      const finding = await update(tenant.findings, findingId, (current) => {
        const next = withStatus(current, wanted, by, clock.now());
        isChanged = next !== current;
        return next;
      });
      if (!finding) return { findingId, outcome: 'not-found', why: noSuchFinding };
      if (isChanged) changed(finding);
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
        withStatus(current, wanted, by, clock.now()),
      );
      if (!finding) throw new AppError('NOT_FOUND', noSuchFinding);
      await recountOpenIssues(tenants, tenant);
      return finding;
    },

    /**
     * Each for itself: one that cannot be changed keeps no other from it. What is counted over all findings of the tenant is
     * counted once. @returns one answer for each that was named, in that order
     */
    async setAll(tenant: TenantRecords, ids: readonly string[], wanted: Wanted, by: Caller): Promise<Answer[]> {
      const changed: FindingRecord[] = [];
      const answers = new Map<string, Answer>();
      const left = [...new Set(ids)];
      const worker = async () => {
        for (let id = left.shift(); id !== undefined; id = left.shift()) {
          answers.set(id, await change(tenant, id, wanted, by, (finding) => changed.push(finding)));
        }
      };
      await Promise.all(Array.from({ length: atOnce }, worker));
      await settleTogether(tenant.findings, changed, trail);
      if (changed.length > 0) await recountOpenIssues(tenants, tenant);
      const told = new Set<string>();
      return ids.flatMap((id) => {
        const answer = answers.get(id);
        if (!answer) return [];
        const isAgain = told.has(id) && answer.outcome === 'changed';
        told.add(id);
        return [isAgain ? { ...answer, outcome: 'unchanged' as const } : answer];
      });
    },
  };
}

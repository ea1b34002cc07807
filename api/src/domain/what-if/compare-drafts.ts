import { isDeepStrictEqual } from 'node:util';
import { truncate } from '@tenantry/contract/text';
import { type Facts, factOf } from '../../audit/facts/facts.ts';
import { every } from '../../ports/collection.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { WhatIfDraftRecord } from '../../store/what-if-drafts.ts';
import { changeAndSeal, withEntry } from '../audit-trail/outbox.ts';
import type { CommonParts } from '../parts/common-parts.ts';
import { draftDifferences } from './policy-differences.ts';

/** So many differences stand on a draft. */
const keptAtMost = 100;
const toldInTrail = 10;

type Compared = Pick<NonNullable<WhatIfDraftRecord['outcome']>, 'state' | 'count' | 'differences'>;

function comparedWith(draft: WhatIfDraftRecord, policies: Parameters<typeof draftDifferences>[1]): Compared {
  const differences = draftDifferences(draft.policies, policies);
  return {
    state: differences.length === 0 ? 'asApproved' : 'differs',
    count: differences.length,
    differences: differences.slice(0, keptAtMost),
  };
}

/**
 * Holds each approved draft of a tenant against its policies as a scan read them, and says on the draft and in the trail whether they
 * are what was approved, or what differs. Once they were, that is settled. Done again for the same scan, it says the same once.
 */
export async function compareDrafts(
  { trail, clock }: Pick<CommonParts, 'trail' | 'clock'>,
  { tenant, whatIfDrafts, approvals }: TenantRecords,
  scan: { id: string; timestamp: string },
  facts: Facts,
): Promise<void> {
  const policies = factOf(facts, 'conditionalAccessPolicies');
  if (policies === undefined) return;
  for (const draft of await every(whatIfDrafts)) {
    if (draft.proposed === null || draft.outcome?.state === 'asApproved' || draft.isSimulated !== tenant.isMock)
      continue;
    const approval = await approvals.get(draft.proposed.approvalId);
    // A scan that began before the approval saw the policies of before.
    const approvedAt = approval?.value.status === 'approved' ? approval.value.approvedAt : null;
    if (approvedAt === null || scan.timestamp < approvedAt) continue;
    const compared = comparedWith(draft, policies);
    const outcome = { ...compared, scanId: scan.id, at: scan.timestamp };
    await changeAndSeal(trail, whatIfDrafts, draft.id, (current) => {
      if (current.outcome !== null && current.outcome.at >= scan.timestamp) return current;
      const next: WhatIfDraftRecord = { ...current, outcome };
      const isNews = current.outcome === null || !isDeepStrictEqual(current.outcome.differences, compared.differences);
      if (!isNews) return next;
      const told = compared.differences
        .slice(0, toldInTrail)
        .map(({ policy, field, approved, found }) =>
          truncate(
            `${policy}${field === '' ? '' : `, ${field}`}: approved ${approved ?? 'none'}, found ${found ?? 'none'}`,
            300,
            '…',
          ),
        );
      const details = {
        draftId: draft.id,
        approvalId: draft.proposed?.approvalId ?? null,
        scanLogId: scan.id,
        outcome: compared.state,
        differences: compared.count,
        told,
      };
      const entry = {
        eventType: 'what_if_draft_compared',
        user: 'system',
        target: draft.name,
        tenantId: tenant.id,
        details,
      } as const;
      return withEntry(next, entry, clock.now());
    });
  }
}

import { maxAcceptanceDays } from '@tenantry/contract/findings';
import { conditionOf, type FindingCondition } from '../../audit/findings/finding-condition.ts';
import { closeSettled } from '../../domain/approvals/close-settled.ts';
import { changeAndSeal, withEntry } from '../../domain/audit-trail/outbox.ts';
import { whatChanged } from '../../domain/audit-trail/what-changed.ts';
import { trailedOfAcceptance, trailOf } from '../../domain/finding/acceptance-trail.ts';
import { acceptanceEnds, endAcceptance } from '../../domain/finding/end-acceptance.ts';
import { withEvent } from '../../domain/finding/finding-history.ts';
import { findingSortKey } from '../../domain/finding/finding-order.ts';
import { recountOpenIssues } from '../../domain/finding/recount-open-issues.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { AppError } from '../../http/app-error.ts';
import { checkedExpiry } from '../../http/checked-expiry.ts';
import type { FindingRecord } from '../../store/findings.ts';
import { everyTenant } from '../../store/scope.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';

type Dependencies = Pick<CommonParts, 'findings' | 'tenants' | 'trail' | 'clock'>;
type By = { username: string; name: string };

/** As many as one run of the timer works; the rest follow with the next one. */
const expiredAtOnce = 200;

/** `condition`: what was seen when it was offered; without it what is seen now. */
type Wanted = { reason: string; expiresAt: string; isByClient?: true; condition?: FindingCondition };

/** An offer to the client that waits is over once somebody of the staff has accepted the risk. */
function offerEndedBy({ riskOffer }: FindingRecord, { name }: By, at: string): Pick<FindingRecord, 'riskOffer'> {
  if (!riskOffer || riskOffer.outcome) return {};
  return { riskOffer: { ...riskOffer, outcome: { answer: 'byProvider', by: name, at, comment: null } } };
}

function accepted(finding: FindingRecord, wanted: Wanted, by: By, now: Date): FindingRecord {
  const { evidence, affectedEntities: affected, affectedCount, verdictStatus: status } = finding;
  const condition = wanted.condition ?? conditionOf({ status, evidence, affected, affectedCount });
  if (!condition) throw new Error(`The finding ${finding.id} has no condition`);
  const acceptedAt = now.toISOString();
  const changed = {
    ...finding,
    ...offerEndedBy(finding, by, acceptedAt),
    status: 'ACCEPTED' as const,
    acceptance: { ...wanted, acceptedBy: by.name, acceptedAt, condition },
    acceptedUntil: wanted.expiresAt,
    note: '',
    ...withEvent(finding, {
      at: now.toISOString(),
      what: 'accepted',
      by: by.name,
      note: wanted.reason,
      scanLogId: null,
    }),
  };
  return withEntry(
    { ...changed, sortKey: findingSortKey(changed) },
    {
      eventType: 'finding_accepted',
      user: by.username,
      target: finding.title,
      tenantId: finding.tenantId,
      details: {
        findingId: finding.id,
        ...whatChanged(trailOf(finding), trailOf(changed), trailedOfAcceptance),
        ...(wanted.isByClient && { byClient: true }),
      },
    },
    now,
  );
}

/**
 * Taking risks on. An acceptance holds for what was seen when it was given (audit/findings/finding-condition.ts) and until its
 * day; what grows beyond it, or outlives it, is open again. It changes no verdict and no score.
 */
export function createFindingAcceptance({ findings, tenants, trail, clock }: Dependencies) {
  async function changed(
    tenant: TenantRecords,
    findingId: string,
    change: (finding: FindingRecord) => FindingRecord,
  ): Promise<FindingRecord> {
    const finding = await changeAndSeal(trail, tenant.findings, findingId, change);
    if (!finding) throw new AppError('NOT_FOUND', 'There is no such finding.');
    await recountOpenIssues(tenants, tenant);
    return finding;
  }

  /** What waited for an approval of it waits no more. Should the process die before this, the next scan does it. */
  const settle = (tenant: TenantRecords, taken: FindingRecord, by: By) =>
    closeSettled({ trail, clock }, tenant, taken, { because: `${by.name} accepted the risk.`, by: by.username });

  return {
    /** @throws AppError INVALID_INPUT for a day that is past or too far; CONFLICT for a finding that is resolved */
    async accept(tenant: TenantRecords, findingId: string, wanted: { reason: string; expiresAt: string }, by: By) {
      const now = clock.now();
      const expiresAt = checkedExpiry(wanted.expiresAt, maxAcceptanceDays, now);
      const taken = await changed(tenant, findingId, (finding) => {
        if (finding.status === 'RESOLVED') {
          throw new AppError('CONFLICT', 'This finding is resolved: there is nothing to accept.');
        }
        const { acceptance } = finding;
        const same = acceptance?.reason === wanted.reason && acceptance.expiresAt === expiresAt;
        return same ? finding : accepted(finding, { reason: wanted.reason, expiresAt }, by, now);
      });
      await settle(tenant, taken, by);
      return taken;
    },

    /**
     * Takes a risk on as the client was offered it, with what then stands on the offer.
     * @param offered what of the finding as it is at that moment; null where it is done already
     */
    async acceptOffer(
      tenant: TenantRecords,
      findingId: string,
      by: By,
      offered: (
        finding: FindingRecord,
      ) => (Omit<Wanted, 'isByClient'> & Pick<FindingRecord, 'riskOffer' | 'clientAnsweredAt'>) | null,
    ): Promise<FindingRecord> {
      const taken = await changed(tenant, findingId, (finding) => {
        const wanted = offered(finding);
        if (!wanted) return finding;
        const { riskOffer, clientAnsweredAt, ...rest } = wanted;
        const taken = accepted(finding, { ...rest, isByClient: true }, by, clock.now());
        return { ...taken, riskOffer, ...(clientAnsweredAt !== undefined && { clientAnsweredAt }) };
      });
      await settle(tenant, taken, by);
      return taken;
    },

    /** Opens an accepted finding again; any other stays as it is. */
    withdraw(tenant: TenantRecords, findingId: string, by: By) {
      const ended = { by: by.username, name: by.name, because: acceptanceEnds.withdrawn, scanLogId: null };
      return changed(tenant, findingId, (finding) => endAcceptance(finding, ended, clock.now()));
    },

    /** Opens what is accepted no longer: called each minute. @returns how many findings */
    async endExpired(): Promise<number> {
      const now = clock.now();
      const ended = { by: 'system', name: 'system', because: acceptanceEnds.expired, scanLogId: null };
      const expired = await findings.acceptanceExpired(everyTenant, now, expiredAtOnce);
      for (const { tenantId, id } of expired) {
        const tenant = await tenants.open(everyTenant, tenantId);
        if (!tenant) continue;
        await changed(tenant, id, (finding) =>
          finding.acceptedUntil !== '' && finding.acceptedUntil <= now.toISOString()
            ? endAcceptance(finding, ended, now)
            : finding,
        );
      }
      return expired.length;
    },
  };
}

export type FindingAcceptance = ReturnType<typeof createFindingAcceptance>;

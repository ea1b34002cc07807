import type { answerOfferedRisk, OfferedRisk, offerRisk } from '@tenantry/contract/client-decisions';
import type { Parsed } from '@tenantry/contract/endpoint';
import { maxAcceptanceDays } from '@tenantry/contract/findings';
import { truncate } from '@tenantry/contract/text';
import { beyondAcceptance, conditionOf, type FindingCondition } from '../../audit/findings/finding-condition.ts';
import { changeAndSeal, withEntry } from '../../domain/audit-trail/outbox.ts';
import { offeredRisk, outcomeOfOffer, type Reader } from '../../domain/client-decisions/client-decisions.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { AppError } from '../../http/app-error.ts';
import { type Caller, requireClient } from '../../http/caller.ts';
import { checkedExpiry } from '../../http/checked-expiry.ts';
import type { TrailEvent } from '../../ports/trail.ts';
import type { FindingRecord } from '../../store/findings.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { FindingAcceptance } from './finding-acceptance-service.ts';

type Dependencies = Pick<CommonParts, 'trail' | 'clock' | 'queue'> & { acceptance: FindingAcceptance };

const forStaff: Reader = { isClient: false, provider: null };
const maxReason = 500;

const notFound = () => new AppError('NOT_FOUND', 'There is no such finding.');
const isOver = () => new AppError('CONFLICT', 'This was answered or taken back meanwhile. Reload to see what waits.');

async function changed(
  { trail, clock }: Dependencies,
  { findings, tenant }: TenantRecords,
  id: string,
  eventType: TrailEvent,
  { user }: Caller,
  change: (finding: FindingRecord, now: Date) => FindingRecord,
): Promise<FindingRecord> {
  const now = clock.now();
  const record = await changeAndSeal(trail, findings, id, (current) => {
    const next = change(current, now);
    if (next === current) return current;
    const { consequence = '', until = '', outcome = null } = next.riskOffer ?? {};
    const details = { findingId: id, consequence, until, comment: outcome?.comment ?? null };
    return withEntry(
      next,
      { eventType, user: user.username, target: current.title, tenantId: tenant.id, details },
      now,
    );
  });
  if (!record) throw notFound();
  return record;
}

/** What is wrong now, as acceptances know it. */
function conditionNow(finding: FindingRecord): FindingCondition {
  const { evidence, affectedEntities: affected, affectedCount, verdictStatus: status } = finding;
  const condition = conditionOf({ status, evidence, affected, affectedCount });
  if (!condition) throw new Error(`The finding ${finding.id} has no condition`);
  return condition;
}

function shown(record: FindingRecord, reader: Reader, now: Date): OfferedRisk {
  const view = offeredRisk(record, reader, now);
  if (!view) throw notFound();
  return view;
}

/**
 * Offers the client to live with an open finding until a day. Nothing is accepted by it.
 * @throws AppError NOT_FOUND, INVALID_INPUT for the day, CONFLICT where it is not open, or the room is closed
 */
export async function offer(
  dependencies: Dependencies,
  tenant: TenantRecords,
  id: string,
  { consequence, until }: Parsed<typeof offerRisk.body>,
  caller: Caller,
): Promise<OfferedRisk> {
  const now = dependencies.clock.now();
  const expiresAt = checkedExpiry(until, maxAcceptanceDays, now, 'until');
  if (!tenant.tenant.clientRoom?.isOpen) {
    throw new AppError('CONFLICT', 'The client room of this tenant is closed. Open it under Client Portal first.');
  }
  const record = await changed(dependencies, tenant, id, 'risk_offered', caller, (finding, at) => {
    if (finding.status !== 'OPEN' && finding.status !== 'IN_PROGRESS')
      throw new AppError('CONFLICT', 'This finding is not open: there is no risk to offer.');
    const present = finding.riskOffer;
    const isSame = present?.consequence === consequence && present.until === expiresAt;
    if (isSame && outcomeOfOffer(finding, at) === null) return finding;
    const offeredAt = at.toISOString();
    const told = { consequence, until: expiresAt, offeredBy: caller.name, offeredAt };
    return { ...finding, riskOffer: { ...told, outcome: null, condition: conditionNow(finding) } };
  });
  await dependencies.queue.send('upkeep', { kind: 'client-asked', id });
  return shown(record, forStaff, now);
}

/** Takes an offer back that the client has not answered. @throws AppError NOT_FOUND, CONFLICT */
export async function withdrawOffer(
  dependencies: Dependencies,
  tenant: TenantRecords,
  id: string,
  caller: Caller,
): Promise<OfferedRisk> {
  const now = dependencies.clock.now();
  const record = await changed(dependencies, tenant, id, 'risk_offer_withdrawn', caller, (finding, at) => {
    const { riskOffer } = finding;
    if (!riskOffer) throw notFound();
    if (riskOffer.outcome?.answer === 'withdrawn') return finding;
    if (outcomeOfOffer(finding, at) !== null) throw isOver();
    const outcome = { answer: 'withdrawn', by: caller.name, at: at.toISOString(), comment: null } as const;
    return { ...finding, riskOffer: { ...riskOffer, outcome } };
  });
  return shown(record, forStaff, now);
}

type Answer = Parsed<typeof answerOfferedRisk.body>;

/** The offer that the client answers, as it is at this moment. @throws AppError CONFLICT where it is another one, or over */
function offerOf(finding: FindingRecord, { offeredAt }: Answer, now: Date) {
  const { riskOffer } = finding;
  if (riskOffer?.offeredAt !== offeredAt || outcomeOfOffer(finding, now) !== null) throw isOver();
  if (beyondAcceptance(riskOffer.condition, conditionNow(finding)) !== null) {
    throw new AppError('CONFLICT', 'This has grown since it was offered to you. Ask your provider for a new offer.');
  }
  return riskOffer;
}

/**
 * A client takes a risk on, which is an acceptance under their own name, or declines, which leaves the finding open.
 * @throws AppError FORBIDDEN for staff, NOT_FOUND for what they were never offered, CONFLICT
 */
export async function answerOffer(
  dependencies: Dependencies,
  tenant: TenantRecords,
  id: string,
  wanted: Answer,
  { caller, provider }: { caller: Caller; provider: string | null },
): Promise<OfferedRisk> {
  requireClient(caller);
  const now = dependencies.clock.now();
  const reader: Reader = { isClient: true, provider };
  const present = (await tenant.findings.get(id))?.value;
  if (!present?.riskOffer) throw notFound();
  const { username: byUser } = caller.user;
  const at = now.toISOString();
  const outcome = { answer: wanted.answer, by: caller.name, byUser, at, comment: wanted.comment || null };
  const isDone = ({ riskOffer }: FindingRecord): boolean =>
    riskOffer?.offeredAt === wanted.offeredAt &&
    riskOffer.outcome?.answer === wanted.answer &&
    riskOffer.outcome.byUser === byUser;
  // The same answer of the same person twice is one.
  if (isDone(present)) return shown(present, reader, now);
  if (wanted.answer === 'declined') {
    const declined = await changed(dependencies, tenant, id, 'risk_offer_declined', caller, (finding, at) => {
      if (isDone(finding)) return finding;
      const riskOffer = { ...offerOf(finding, wanted, at), outcome };
      return { ...finding, riskOffer, clientAnsweredAt: outcome.at };
    });
    return shown(declined, reader, now);
  }
  const by = { username: caller.user.username, name: caller.name };
  const taken = await dependencies.acceptance.acceptOffer(tenant, id, by, (finding) => {
    if (isDone(finding)) return null;
    const { consequence, until: expiresAt, condition, ...rest } = offerOf(finding, wanted, now);
    const reason = truncate(wanted.comment ? `${wanted.comment} (${consequence})` : consequence, maxReason);
    const riskOffer = { ...rest, consequence, condition, until: expiresAt, outcome };
    return { reason, expiresAt, condition, riskOffer, clientAnsweredAt: outcome.at };
  });
  return shown(taken, reader, now);
}

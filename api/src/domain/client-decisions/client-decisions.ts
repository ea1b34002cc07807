import type { AskedApproval, ClientOutcome, OfferedRisk } from '@tenantry/contract/client-decisions';
import { clientWords } from '../../audit/findings/remedies/client-words.ts';
import { remedyOfCheck } from '../../audit/findings/remedies/remedies.ts';
import type { ApprovalRecord } from '../../store/approvals.ts';
import type { FindingRecord } from '../../store/findings.ts';

/**
 * Who reads it. A client is told the provider by its name, never who of its staff did something; null where it has none. Staff are told
 * the person.
 */
export type Reader = { isClient: boolean; provider: string | null };

const unnamed = 'Your service provider';
/** A person of the staff, as the reader is told them. */
export const ofStaff = (name: string, { isClient, provider }: Reader): string =>
  isClient ? (provider ?? unnamed) : name;

function wordsOf(remedyId: string | null | undefined) {
  const words = remedyId == null ? undefined : clientWords[remedyId];
  return { topic: words?.topic ?? null, risk: words?.risk ?? null, proposal: words?.proposal ?? null };
}

/** What the client did says who they are; whatever else ended it was the provider's, or nobody's. */
function outcomeFor(outcome: ClientOutcome, reader: Reader): ClientOutcome {
  const isTheirs = outcome.answer !== 'byProvider' && outcome.answer !== 'withdrawn';
  return isTheirs ? outcome : { ...outcome, by: ofStaff(outcome.by, reader), comment: null };
}

/** What became of an approval that the client was asked about; null while it waits. */
function outcomeOfApproval(record: ApprovalRecord): ClientOutcome | null {
  const { client, status, approvedBy, approvedAt, updatedAt } = record;
  if (client?.outcome) return client.outcome;
  if (status === 'pending') return null;
  if (status === 'closed') return { answer: 'closed', by: '', at: updatedAt, comment: null };
  return { answer: 'byProvider', by: approvedBy ?? '', at: approvedAt ?? updatedAt, comment: null };
}

/** An approval as the client is asked about it, or an administrator follows it; null where the client was not asked. */
export function askedApproval(record: ApprovalRecord, reader: Reader): AskedApproval | null {
  const { id, title, remedyId, checkId, client } = record;
  if (!client) return null;
  const { message, askedBy, askedAt } = client;
  const outcome = outcomeOfApproval(record);
  const remedy = remedyId ?? (checkId === null ? null : remedyOfCheck(checkId)?.id);
  return {
    ...{ id, title, message, askedAt, ...wordsOf(remedy) },
    askedBy: ofStaff(askedBy, reader),
    outcome: outcome && outcomeFor(outcome, reader),
  };
}

/** Whether an approval waits for the client. */
export const waitsForClient = (record: ApprovalRecord): boolean =>
  record.client != null && outcomeOfApproval(record) === null;

/** What became of a risk that the client was offered; null while it waits. */
export function outcomeOfOffer(record: FindingRecord, now: Date): ClientOutcome | null {
  const { riskOffer, status, acceptance, resolvedAt, lastDetected } = record;
  if (!riskOffer) return null;
  if (riskOffer.outcome) return riskOffer.outcome;
  if (status === 'RESOLVED') return { answer: 'closed', by: '', at: resolvedAt ?? lastDetected, comment: null };
  if (acceptance) return { answer: 'byProvider', by: acceptance.acceptedBy, at: acceptance.acceptedAt, comment: null };
  if (riskOffer.until <= now.toISOString()) return { answer: 'expired', by: '', at: riskOffer.until, comment: null };
  return null;
}

/** A risk as the client is offered it, or an administrator follows it; null where the client was not asked. */
export function offeredRisk(record: FindingRecord, reader: Reader, now: Date): OfferedRisk | null {
  const { id, title, severity, checkId, riskOffer } = record;
  if (!riskOffer) return null;
  const { consequence, until, offeredBy, offeredAt } = riskOffer;
  const outcome = outcomeOfOffer(record, now);
  const { topic } = wordsOf(remedyOfCheck(checkId)?.id);
  return {
    ...{ id, title, topic, severity, consequence, until, offeredAt },
    offeredBy: ofStaff(offeredBy, reader),
    outcome: outcome && outcomeFor(outcome, reader),
  };
}

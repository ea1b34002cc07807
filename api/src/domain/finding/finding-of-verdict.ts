import { isDeepStrictEqual } from 'node:util';
import type { FindingEvent } from '@tenantry/contract/findings';
import { tenantRecordId } from '@tenantry/contract/ids';
import type { Verdict } from '@tenantry/contract/verdicts';
import type { Witness } from '@tenantry/contract/witness';
import { beyondAcceptance, conditionOf } from '../../audit/findings/finding-condition.ts';
import { findingId } from '../../audit/findings/finding-id.ts';
import { findingTitle } from '../../audit/findings/finding-titles.ts';
import { type FindingVerdict, isUnknown } from '../../audit/findings/is-finding.ts';
import type { FindingRecord } from '../../store/findings.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import { exceptionsOf, heldExceptions, withoutExceptions } from '../baselines/exceptions.ts';
import { acceptanceEnds, endAcceptance } from './end-acceptance.ts';
import { withEvent } from './finding-history.ts';
import { findingSortKey } from './finding-order.ts';

/** Who looked, and when: a scan, or a re-check, which leaves a finding with the scan that last wrote it. */
export type Sight = {
  tenant: Pick<TenantRecord, 'id' | 'isMock'>;
  scanLogId: string;
  /** When the data was asked for. */
  at: string;
  now: Date;
  /** Who looked, where it was no scan. */
  by?: string;
  /** What the history says of it, where it was no scan. */
  note?: string;
  /** Licenses could not be read: what a finding is known to need stays, so that what counts as one does not fall apart. */
  hasUnreadLicenses?: boolean;
};

/** Whether somebody looked at it, or resolved it, later than this instant: whoever looked then writes nothing over it. */
export const isSeenAfter = (
  { lastDetected, resolvedAt }: Pick<FindingRecord, 'lastDetected' | 'resolvedAt'>,
  at: string,
): boolean => lastDetected > at || (resolvedAt ?? '') > at;

const event = (what: FindingEvent['what'], { at, by, note = '', scanLogId }: Sight): FindingEvent => ({
  at,
  what,
  by: by ?? 'scanner',
  note,
  scanLogId: by === undefined ? scanLogId : null,
});

/** The past of a finding that was seen: what is still there adds nothing to it. */
function pastOf(before: FindingRecord | null, sight: Sight): Pick<FindingRecord, 'history' | 'historyOmitted'> {
  if (!before) return withEvent({ history: [], historyOmitted: 0 }, event('first-seen', sight));
  if (before.status === 'RESOLVED') return withEvent(before, event('back-again', sight));
  const { history, historyOmitted } = before;
  return { history, historyOmitted };
}

/** Why the acceptance of a finding no longer holds; null where it does, or where there is none. */
function acceptanceOver(verdict: FindingVerdict, { acceptance }: FindingRecord, { at }: Sight): string | null {
  if (!acceptance) return null;
  if (acceptance.expiresAt <= at) return acceptanceEnds.expired;
  const condition = conditionOf(verdict);
  return condition && beyondAcceptance(acceptance.condition, condition);
}

/** Of findings that need the same license one is counted: which, is settled when all are written (counted-findings.ts). */
function isCountedAlready({ needsLicense }: FindingVerdict, before: FindingRecord | null): boolean {
  return needsLicense === undefined || (before?.needsLicense === needsLicense && before.isCounted);
}

type Group = Pick<FindingRecord, 'needsLicense' | 'isCounted' | 'closedBy'>;

/** What it counts with, and which switch would close it. */
function groupOf(verdict: FindingVerdict, before: FindingRecord | null, { hasUnreadLicenses = false }: Sight): Group {
  if (hasUnreadLicenses && before && verdict.needsLicense === undefined) {
    const { needsLicense, isCounted, closedBy } = before;
    return { needsLicense, isCounted, closedBy };
  }
  return {
    needsLicense: verdict.needsLicense ?? null,
    isCounted: isCountedAlready(verdict, before),
    closedBy: verdict.closedBy ?? null,
  };
}

/** The look at its check outside a scan, until a scan has looked later and seen it fail. */
function recheckAfter(before: FindingRecord | null, { by }: Sight): Pick<FindingRecord, 'recheck' | 'recheckSentAt'> {
  const { recheck = null, recheckSentAt = '' } = before ?? {};
  return { recheck: by === undefined && recheck?.state === 'ended' ? null : recheck, recheckSentAt };
}

/**
 * What Microsoft said of the sign-in, as long as it is the very same and nothing has stopped it in between: a finding that was resolved
 * and is back has other policies. What it contradicted before a look read the policies is said of others, too; of a scan, which may ask
 * again, domain/microsoft-answers drops it.
 */
function answerOf(witness: Witness | null, before: FindingRecord | null, { by, at }: Pick<Sight, 'by' | 'at'>) {
  const { microsoftAnswer: answer = null, status } = before ?? {};
  const isSame = witness !== null && isDeepStrictEqual(before?.witness, witness) && status !== 'RESOLVED';
  const isOldDispute = by !== undefined && answer?.outcome === 'disagrees' && answer.askedAt <= at;
  return isSame && !isOldDispute ? answer : null;
}

/** The sign-in that gets past, what Microsoft said of it, and why policies that come near do not stop it: of one look, all three. */
function witnessOf(verdict: FindingVerdict, before: FindingRecord | null, sight: Pick<Sight, 'by' | 'at'>) {
  const witness = verdict.witness ?? null;
  const microsoftAnswer = answerOf(witness, before, sight);
  return {
    ...(verdict.notCovered && { notCovered: verdict.notCovered }),
    witness,
    microsoftAnswer,
    microsoftSays: microsoftAnswer?.outcome ?? ('' as const),
  };
}

/** The finding as it was, with what a look that changes nothing else shows: who still gets past, and why. */
export function shownAgain(verdict: FindingVerdict, before: FindingRecord, sight: Pick<Sight, 'by' | 'at'>) {
  const { notCovered: _ofBefore, ...rest } = before;
  return { ...rest, ...witnessOf(verdict, before, sight) };
}

/** What the client was offered of it: as it was, and closed for good where the finding was resolved in between. */
function offerOf(before: FindingRecord | null, at: string): Pick<FindingRecord, 'riskOffer'> {
  const { riskOffer, status, resolvedAt } = before ?? {};
  if (!riskOffer) return {};
  if (riskOffer.outcome || status !== 'RESOLVED') return { riskOffer };
  return { riskOffer: { ...riskOffer, outcome: { answer: 'closed', by: '', at: resolvedAt ?? at, comment: null } } };
}

/** The finding as a check that fails, or warns, makes it. */
export function seen(verdict: FindingVerdict, found: FindingRecord | null, sight: Sight): FindingRecord {
  const { tenant, scanLogId, at } = sight;
  const over = found && acceptanceOver(verdict, found, sight);
  const ended = { by: 'system', name: 'system', scanLogId: sight.by === undefined ? scanLogId : null };
  const held = found && heldExceptions(found, verdict, sight);
  const before = held && over ? endAcceptance(held, { ...ended, because: over }, sight.now) : held;
  const returned = before?.status === 'RESOLVED';
  const status = before && !returned ? before.status : 'OPEN';
  const title = findingTitle(verdict.checkId, verdict.title);
  const group = groupOf(verdict, before, sight);
  return {
    id: before?.id ?? tenantRecordId(tenant.id, findingId(tenant.id, verdict.checkId)),
    tenantId: tenant.id,
    checkId: verdict.checkId,
    category: verdict.category,
    severity: verdict.severity,
    sortKey: findingSortKey({ ...verdict, ...group, status, verdictStatus: verdict.status, title }),
    title,
    description: verdict.message,
    recommendation: verdict.recommendation,
    status,
    change: before ? (returned || over ? 'reopened' : 'still-there') : 'new',
    evidence: verdict.evidence,
    affectedEntities: verdict.affected,
    affectedCount: verdict.affectedCount,
    references: verdict.references,
    ...group,
    ...witnessOf(verdict, before, sight),
    isSimulated: tenant.isMock,
    firstDetected: before?.firstDetected ?? at,
    lastDetected: at,
    scanLogId,
    occurrence: (before?.occurrence ?? 0) + (before && !returned ? 0 : 1),
    resolvedAt: null,
    resolvedBy: null,
    isVerified: true,
    ...recheckAfter(before, sight),
    note: before && !returned ? before.note : '',
    ...pastOf(before, sight),
    acceptance: before?.acceptance ?? null,
    acceptedUntil: before?.acceptedUntil ?? '',
    ...offerOf(before, at),
    ...exceptionsOf(before),
    verdictStatus: verdict.status,
    outbox: before?.outbox ?? [],
    hasOutbox: before?.hasOutbox ?? false,
  };
}

/** A key that an earlier version stored orders by other things. */
function inOrder(finding: FindingRecord): FindingRecord {
  const sortKey = findingSortKey(finding);
  return sortKey === finding.sortKey ? finding : { ...finding, sortKey };
}

/** Whoever opens it again by hand is told nothing of policies that let the sign-in past. */
const unanswered = { microsoftAnswer: null, microsoftSays: '' as const };

/** What somebody resolved by hand once a check agrees: what they said of it stays. */
const verified = (before: FindingRecord, sight: Sight): FindingRecord => ({
  ...before,
  ...unanswered,
  isVerified: true,
  change: 'resolved',
  ...recheckAfter(before, sight),
  ...withEvent(before, event('verified', sight)),
});

/** What becomes of a finding that the check no longer reports. */
export function unseen(verdict: Verdict, before: FindingRecord, sight: Sight): FindingRecord {
  const { scanLogId, at, by = 'scanner' } = sight;
  if (before.status === 'RESOLVED') {
    if (isUnknown(verdict)) return inOrder(before);
    // Who verified it before kept what Microsoft had said.
    if (before.isVerified) return inOrder(before.microsoftAnswer ? { ...before, ...unanswered } : before);
    return inOrder(verified(before, sight));
  }
  if (isUnknown(verdict)) return inOrder({ ...before, change: 'not-verified', scanLogId });
  const noGroup = { needsLicense: null, isCounted: true, closedBy: null };
  const noneHeld = { acceptance: null, acceptedUntil: '', ...withoutExceptions(before) };
  const resolved = { ...before, ...noGroup, ...unanswered, status: 'RESOLVED' as const, ...noneHeld };
  return {
    ...resolved,
    sortKey: findingSortKey(resolved),
    change: 'resolved',
    scanLogId,
    resolvedAt: at,
    resolvedBy: by,
    isVerified: true,
    ...recheckAfter(before, sight),
    note: '',
    ...withEvent(before, event('resolved', sight)),
  };
}

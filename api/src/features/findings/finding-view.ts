import type { Finding, FindingDetails, FindingStatusFilter, FindingWork } from '@tenantry/contract/findings';
import { findingImpact } from '../../audit/findings/finding-titles.ts';
import { wordsOfFinding } from '../../audit/findings/remedies/client-words.ts';
import { remedyOfFinding } from '../../audit/findings/remedies/remedies.ts';
import { offeredRisk } from '../../domain/client-decisions/client-decisions.ts';
import { acceptanceView } from '../../domain/finding/acceptance-view.ts';
import { newestFirst } from '../../domain/finding/finding-history.ts';
import { recheckView } from '../../domain/rechecks/recheck-state.ts';
import type { FindingRecord } from '../../store/findings.ts';

export const wireStatus = {
  OPEN: 'unresolved',
  IN_PROGRESS: 'in-progress',
  ACCEPTED: 'accepted',
  RESOLVED: 'resolved',
} as const;
export const storedStatus = {
  unresolved: 'OPEN',
  'in-progress': 'IN_PROGRESS',
  accepted: 'ACCEPTED',
  resolved: 'RESOLVED',
} as const;

/** The stored statuses that a filter means. */
export const statusesOf = (filter: FindingStatusFilter): FindingRecord['status'][] =>
  filter === 'open' ? ['OPEN', 'IN_PROGRESS'] : [storedStatus[filter]];

function remedyView(record: FindingRecord): Finding['remedy'] {
  const remedy = remedyOfFinding(record);
  return remedy && { id: remedy.id, title: remedy.title };
}

/** @param countsWith how many other open ones need the same license (finding-group.ts) */
export function findingView(record: FindingRecord, tenantName: string, countsWith: number): Finding {
  const { id, tenantId, checkId, title, severity, change, category, description, recommendation } = record;
  const { affectedCount, needsLicense, firstDetected, lastDetected, resolvedAt, resolvedBy, note } = record;
  const { isVerified, isSimulated } = record;
  return {
    id,
    tenantId,
    tenant: tenantName,
    checkId,
    title,
    severity,
    status: wireStatus[record.status],
    change,
    category,
    description,
    recommendation,
    affectedCount,
    firstDetected,
    lastDetected,
    resolvedAt,
    resolvedBy,
    isVerified,
    note,
    acceptance: acceptanceView(record),
    remedy: remedyView(record),
    needsLicense,
    countsWith,
    isCounted: record.isCounted,
    closedBy: record.closedBy ?? null,
    isSimulated,
  };
}

/** A finding as files have it: how its work stands changes by the hour, and why it is so is for its page. */
export type ExportedFinding = Omit<
  FindingDetails,
  'work' | 'recheck' | 'notCovered' | 'witness' | 'microsoftAnswer' | 'riskOffer' | 'clientRisk'
>;

/** @param countsWith as of `findingView` */
export function exportedFinding(record: FindingRecord, tenantName: string, countsWith: number): ExportedFinding {
  const { evidence, affectedEntities: affected, references, historyOmitted } = record;
  const impact = findingImpact(record.checkId);
  const finding = findingView(record, tenantName, countsWith);
  return { ...finding, impact, evidence, affected, references, history: newestFirst(record), historyOmitted };
}

/** @param countsWith as of `findingView` */
export function findingDetailsView(
  record: FindingRecord,
  tenantName: string,
  { countsWith, work, now }: { countsWith: number; work: FindingWork; now: Date },
): FindingDetails {
  const { recheck } = record;
  return {
    ...exportedFinding(record, tenantName, countsWith),
    // What is mended has nothing to explain.
    notCovered: record.status === 'RESOLVED' ? null : (record.notCovered ?? null),
    work,
    witness: record.witness ?? null,
    microsoftAnswer: record.microsoftAnswer ?? null,
    clientRisk: wordsOfFinding(record)?.risk ?? null,
    riskOffer: offeredRisk(record, { isClient: false, provider: null }, now),
    recheck: recheck && { ...recheckView(recheck), result: recheck.result },
  };
}

import type { Finding, FindingDetails } from '@tenantry/contract/findings';
import { findingImpact } from '../../audit/finding-titles.ts';
import { acceptanceView } from '../../domain/finding/acceptance-view.ts';
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

/** @param countsWith how many others of its status need the same license (finding-group.ts) */
export function findingView(record: FindingRecord, tenantName: string, countsWith: number): Finding {
  const { id, tenantId, checkId, title, severity, change, category, description, recommendation } = record;
  const { affectedCount, needsLicense, firstDetected, lastDetected, resolvedAt, resolvedBy, isSimulated } = record;
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
    acceptance: acceptanceView(record),
    needsLicense,
    countsWith,
    isSimulated,
  };
}

export function findingDetailsView(record: FindingRecord, tenantName: string, countsWith: number): FindingDetails {
  const { evidence, affectedEntities, references } = record;
  const impact = findingImpact(record.checkId);
  const finding = findingView(record, tenantName, countsWith);
  return { ...finding, impact, evidence, affected: affectedEntities, references };
}

import { remedyGroups } from '../../domain/finding/remedy-groups.ts';
import type { FindingRecord } from '../../store/findings.ts';
import type { ReportRemedy } from './report-model.ts';

/** What closes the open findings, in the one order in which every page has it (domain/finding/remedy-groups.ts). */
export function reportRemedies(open: readonly FindingRecord[]): ReportRemedy[] {
  return remedyGroups(open).map(({ remedy, needsLicense, closedBy, findings }) => {
    const [{ title, severity }] = findings;
    return {
      id: remedy?.id ?? null,
      title: needsLicense === null ? (remedy?.title ?? title) : `Decide on ${needsLicense}`,
      severity,
      needsLicense,
      isFreeSwitch: closedBy !== null,
      checkIds: findings.map(({ checkId }) => checkId),
    };
  });
}

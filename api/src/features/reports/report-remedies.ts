import { remedyOfCheck } from '../../audit/findings/remedies/remedies.ts';
import { byFindingOrder } from '../../domain/finding/finding-order.ts';
import type { FindingRecord } from '../../store/findings.ts';
import type { ReportRemedy } from './report-model.ts';

/** What closes the open findings, in the order of the gravest finding that each closes. */
export function reportRemedies(open: readonly FindingRecord[]): ReportRemedy[] {
  const keyOf = ({ needsLicense, checkId }: FindingRecord) =>
    needsLicense === null ? `remedy ${remedyOfCheck(checkId)?.id ?? ''}` : `license ${needsLicense}`;
  return [...Map.groupBy(open.toSorted(byFindingOrder), keyOf).values()].flatMap((findings) => {
    const [first] = findings;
    if (first === undefined) return [];
    const { needsLicense, checkId, severity, title } = first;
    const remedy = needsLicense === null ? remedyOfCheck(checkId) : null;
    return [
      {
        id: remedy?.id ?? null,
        title: needsLicense === null ? (remedy?.title ?? title) : `Decide on ${needsLicense}`,
        severity,
        needsLicense,
        isFreeSwitch: false,
        checkIds: findings.map((one) => one.checkId),
      },
    ];
  });
}

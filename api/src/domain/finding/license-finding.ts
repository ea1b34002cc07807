import { countedOnce, countedWith, licenseGroupTexts } from '../../audit/findings/license-group.ts';
import type { FindingRecord } from '../../store/findings.ts';

/**
 * Open findings as a reader counts them: those that need a license that the tenant does not have are one, of the highest severity
 * among them, which names the others.
 */
export function mergedByLicense(open: readonly FindingRecord[]): FindingRecord[] {
  return countedOnce(open).map((lead) => {
    const group = countedWith(lead, open);
    if (lead.needsLicense === null) return lead;
    const titles = group.map(({ title }) => title);
    return { ...lead, ...licenseGroupTexts(lead.needsLicense, group.length, titles) };
  });
}

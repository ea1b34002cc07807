import { conditionalAccessByLicense } from '../../audit/checks/shared/entra-p1.ts';
import { countOf } from '../../audit/facts/sentence-parts.ts';
import { countedOnce } from '../../audit/findings/license-group.ts';
import type { FindingRecord } from '../../store/findings.ts';

/**
 * The findings as a reader counts them: those that need a license that the tenant does not have are one, of the highest
 * severity among them, which names the others. For reports; the list of findings has each, and marks it.
 */
export function mergedByLicense(findings: readonly FindingRecord[]): FindingRecord[] {
  return countedOnce(findings).map((lead) => {
    const group = findings.filter(({ needsLicense }) => needsLicense && needsLicense === lead.needsLicense);
    if (!lead.needsLicense || group.length < 2) return lead;
    return {
      ...lead,
      title: `${countOf(group.length, 'finding')} need ${lead.needsLicense}`,
      description: `Without ${lead.needsLicense}, Conditional Access cannot fix these: ${group.map(({ title }) => title).join('; ')}.`,
      recommendation: conditionalAccessByLicense(lead.needsLicense),
    };
  });
}

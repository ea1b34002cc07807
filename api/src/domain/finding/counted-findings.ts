import { countedOnce } from '../../audit/findings/license-group.ts';
import { type Collection, every, update } from '../../ports/collection.ts';
import { countedOpen, type FindingRecord } from '../../store/findings.ts';
import { isOpen } from './open-findings.ts';

/** What a tenant keeps of its open findings, so that an overview reads none. */
export type FindingCounts = { openIssues: number; criticalIssues: number };

/**
 * Marks which open finding stands for those that need the same license. Done again after each change of a status: who stood for the
 * others may have been resolved or accepted. What is not open is a decision about one finding, and counts by itself.
 */
async function electCounted(findings: Collection<FindingRecord>): Promise<void> {
  const group = await every(findings, { where: [{ field: 'needsLicense', op: 'ne', value: null }] });
  const leads = new Set(countedOnce(group.filter(isOpen)));
  for (const one of group) {
    const isCounted = !isOpen(one) || leads.has(one);
    if (one.isCounted === isCounted) continue;
    await update(findings, one.id, (current) =>
      current.isCounted === isCounted ? current : { ...current, isCounted },
    );
  }
}

/** What is open of a tenant: those that need the same license are one, an accepted risk is none (docs/figures.md). */
export async function countOpenFindings(findings: Collection<FindingRecord>): Promise<FindingCounts> {
  await electCounted(findings);
  const [openIssues, criticalIssues] = await Promise.all([
    findings.count(countedOpen),
    findings.count([...countedOpen, { field: 'severity', op: 'eq', value: 'critical' }]),
  ]);
  return { openIssues, criticalIssues };
}

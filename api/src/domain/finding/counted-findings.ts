import { countedOnce } from '../../audit/findings/license-group.ts';
import { type Collection, every, update } from '../../ports/collection.ts';
import { counted, type FindingRecord } from '../../store/findings.ts';

const isOpen = ({ status }: FindingRecord): boolean => status === 'OPEN' || status === 'IN_PROGRESS';

/**
 * Marks which finding of each status stands for those that need the same license. Done again after each change of a status:
 * who stood for the others may have been resolved or accepted.
 * @returns those that stand for others
 */
async function electCounted(findings: Collection<FindingRecord>): Promise<FindingRecord[]> {
  const group = await every(findings, { where: [{ field: 'needsLicense', op: 'ne', value: null }] });
  const statuses = [...new Set(group.map(({ status }) => status))];
  const leads = statuses.flatMap((status) => countedOnce(group.filter((one) => one.status === status)));
  for (const one of group) {
    const isCounted = leads.includes(one);
    if (one.isCounted === isCounted) continue;
    await update(findings, one.id, (current) =>
      current.isCounted === isCounted ? current : { ...current, isCounted },
    );
  }
  return leads;
}

/** How many issues of a tenant are open: those that need the same license are one, an accepted risk is none. */
export async function countOpenIssues(findings: Collection<FindingRecord>): Promise<number> {
  const leads = (await electCounted(findings)).filter(isOpen);
  const open = await findings.count([{ field: 'status', op: 'in', value: ['OPEN', 'IN_PROGRESS'] }, counted]);
  // Where some of a group are under way and others are not yet begun, each status has one that is counted.
  return open - (leads.length - countedOnce(leads).length);
}

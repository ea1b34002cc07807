import { Severity, type Verdict } from '@tenantry/contract/verdicts';

type Grouped = Pick<Verdict, 'severity'> & { needsLicense?: string | null | undefined };

const rank = ({ severity }: Grouped): number => Severity.options.indexOf(severity);

/**
 * What is to be counted: of those that need the same license only the most severe, the first of several. Buying the license
 * is one decision, however many checks it would answer. The score is no count: each check keeps its weight in it.
 */
export function countedOnce<T extends Grouped>(list: readonly T[]): T[] {
  const leads = new Map<string, T>();
  for (const one of list) {
    if (!one.needsLicense) continue;
    const lead = leads.get(one.needsLicense);
    if (lead === undefined || rank(one) < rank(lead)) leads.set(one.needsLicense, one);
  }
  return list.filter((one) => !one.needsLicense || leads.get(one.needsLicense) === one);
}

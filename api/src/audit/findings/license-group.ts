import { type Category, Severity, type Verdict } from '@tenantry/contract/verdicts';
import { conditionalAccessByLicense } from '../checks/shared/entra-p1.ts';
import { countOf } from '../facts/sentence-parts.ts';
import { endangeredRank } from './urgency.ts';

type Grouped = Pick<Verdict, 'severity' | 'checkId'> & { needsLicense?: string | null | undefined };

/** The gravest stands for the others; of several the first by the id of its check, so that whoever counts takes the same one. */
function standsBefore(one: Grouped, other: Grouped): boolean {
  const rank = ({ severity, checkId }: Grouped) => 10 * Severity.options.indexOf(severity) + endangeredRank(checkId);
  const difference = rank(one) - rank(other);
  return difference < 0 || (difference === 0 && one.checkId < other.checkId);
}

/**
 * What is to be counted: of those that need the same license only one, which stands for all. Buying the license is one decision,
 * however many checks it would answer. The score is no count: each check keeps its weight in it.
 */
export function countedOnce<T extends Grouped>(list: readonly T[]): T[] {
  const leads = new Map<string, T>();
  for (const one of list) {
    if (!one.needsLicense) continue;
    const lead = leads.get(one.needsLicense);
    if (lead === undefined || standsBefore(one, lead)) leads.set(one.needsLicense, one);
  }
  return list.filter((one) => !one.needsLicense || leads.get(one.needsLicense) === one);
}

/** The one of the list that counts together with this one, and it itself; it alone where it needs no license. */
export const countedWith = <T extends Grouped>(lead: T, list: readonly T[]): T[] =>
  lead.needsLicense ? list.filter(({ needsLicense }) => needsLicense === lead.needsLicense) : [lead];

/** What a license that is missing would bring: every check that asks for one asks for a Conditional Access policy. */
export const areaOfLicenses: Category = 'conditional-access';

/** The area in which a finding is counted: what needs a license in that of the license, whatever its check looks at. */
export const areaOf = ({ category, needsLicense }: Grouped & Pick<Verdict, 'category'>): Category =>
  needsLicense ? areaOfLicenses : category;

/** How the title of all that need the same license begins: by it they stand in a list by title. */
export const licenseGroupTitle = (license: string): string => `${license} is missing`;

/** What is said of all that need the same license, where they are told as one. */
export function licenseGroupTexts(license: string, size: number, titles: readonly string[] = []) {
  const which = titles.length === 0 ? '' : `: ${titles.join('; ')}`;
  return {
    title: `${licenseGroupTitle(license)}: ${countOf(size, 'finding')} ${size === 1 ? 'needs' : 'need'} it`,
    description: `Without ${license} there is no Conditional Access to fix these${which}.`,
    recommendation: conditionalAccessByLicense(license),
  };
}

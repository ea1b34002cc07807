import { catalog } from '../../audit/checks/catalog.ts';
import { datasetsOfCheck } from '../../audit/checks/datasets-of-check.ts';
import type { DatasetName } from '../../audit/facts/datasets.ts';
import type { Facts } from '../../audit/facts/facts.ts';

/** The checks whose verdict rests on Conditional Access policies. */
export const policyChecks = catalog.filter((check) => datasetsOfCheck(check).includes('conditionalAccessPolicies'));

/** What they read, and what tells more of accounts. */
const datasets: ReadonlySet<string> = new Set<DatasetName>([
  ...policyChecks.flatMap(datasetsOfCheck),
  'conditionalAccessPolicies',
  'excludedGroups',
  'groups',
  'users',
  'roles',
  'registration',
  'securityDefaults',
  'namedLocations',
  'subscribedSkus',
  'organization',
]);

/** Of what a scan read, as much as judging its Conditional Access policies again takes. */
export const factsOfPolicies = (facts: Facts): Facts =>
  Object.fromEntries(Object.entries(facts).filter(([name]) => datasets.has(name))) as Facts;

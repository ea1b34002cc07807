import { type Check, type CheckVerdict, evidenceFrom, verdict } from '../check.ts';
import { acceptedText } from '../conditional-access/ca-check.ts';
import { restrictsAccess } from '../conditional-access/grant.ts';
import { itemAffected, itemName } from '../conditional-access/item-names.ts';
import type { CaPolicy } from '../conditional-access/policy.ts';
import { signInSpace } from '../conditional-access/sign-in-spaces.ts';
import type { Facts } from '../facts.ts';
import { countOf, named } from '../sentence-parts.ts';
import { onPolicies } from './on-policies.ts';

const whom = /^(user|group|role|guest|app):/;

/** Whom and what a policy leaves out, without what the customer declared. */
function exclusionsOf(policy: CaPolicy): string[] {
  return policy.conditions.flatMap(({ exclude }) => exclude).filter((item) => whom.test(item));
}

function exclusionGaps(policies: readonly CaPolicy[], facts: Facts): CheckVerdict {
  const enforcing = policies.filter((policy) => policy.state === 'enabled' && restrictsAccess(policy.grant));
  const excluded = [...new Set(enforcing.flatMap(exclusionsOf))].sort();
  const space = signInSpace(policies, facts);
  const caught = new Map<string, boolean>();
  const isCaught = (item: string): boolean => {
    // What no policy tells apart is looked at once.
    const alike = space.terms.of(item).join();
    const found = caught.get(alike) ?? reaches(item);
    caught.set(alike, found);
    return found;
  };
  const reaches = (item: string): boolean => {
    const signIn = space.usual({ items: [item, 'client:browser'] });
    return signIn !== null && enforcing.some((policy) => space.applies(policy, signIn));
  };
  const gaps = excluded.filter((item) => !isCaught(item));
  const evidence = [
    evidenceFrom(
      'conditionalAccessPolicies',
      `${enforcing.length} enabled policies restrict access and leave out ${excluded.length} accounts, groups, roles, kinds of guest or applications`,
    ),
    ...gaps.slice(0, 20).map((item) => {
      const by = enforcing.filter((policy) => exclusionsOf(policy).includes(item)).map(({ name }) => `"${name}"`);
      return evidenceFrom(
        'conditionalAccessPolicies',
        `${itemName(item, facts)}: left out by ${named(by)}, reached by none`,
      );
    }),
  ];
  const accepted = acceptedText(enforcing, facts);
  const others = accepted === '' ? '' : ' else';
  if (excluded.length === 0)
    return verdict(
      'pass',
      `No enabled policy that restricts access leaves anybody or anything${others} out.${accepted}`,
      evidence,
    );
  if (gaps.length === 0)
    return verdict('pass', `Whom one policy leaves out, another one reaches.${accepted}`, evidence);
  const affected = gaps.flatMap((item) => itemAffected(item, facts));
  const message = `${countOf(gaps.length, 'exclusion')} of policies ${gaps.length === 1 ? 'is' : 'are'} caught by no other policy: ${named(gaps.map((item) => itemName(item, facts)))}.`;
  return { ...verdict('warning', message, evidence, affected), affectedCount: gaps.length };
}

export const exclusionGapChecks: readonly Check[] = [
  {
    id: 'ca.exclusion.gaps',
    title: 'Exclusions are caught by another policy',
    findingTitle: 'Exclusions from policies that no other policy catches',
    category: 'conditional-access',
    severity: 'medium',
    endangers: 'some',
    frameworks: { iso: ['A.5.15'] },
    datasets: ['conditionalAccessPolicies'],
    helpful: ['users', 'groups', 'excludedGroups'],
    recommendation:
      'Entra admin center > Protection > Conditional Access > Policies: aim a further policy at the named exclusions, or take them out; declare accounts that are kept for emergencies as such.',
    evaluate: onPolicies(exclusionGaps),
  },
];

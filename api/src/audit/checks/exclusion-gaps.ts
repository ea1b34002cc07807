import { type Check, type CheckVerdict, evidenceFrom, verdict } from '../check.ts';
import { applies } from '../conditional-access/coverage.ts';
import { restrictsAccess } from '../conditional-access/grant.ts';
import { itemAffected, itemName } from '../conditional-access/item-names.ts';
import type { CaPolicy } from '../conditional-access/policy.ts';
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
  const isCaught = (item: string): boolean =>
    enforcing.some((policy) => applies(policy, new Set([item, 'client:browser'])));
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
  const declared = [...new Set(enforcing.flatMap(({ accepted }) => accepted))].map((item) => itemName(item, facts));
  const others = declared.length === 0 ? '' : ' else';
  const accepted = declared.length === 0 ? '' : ` Left out as declared, and accepted: ${named(declared)}.`;
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
    frameworks: { iso: ['A.5.15'] },
    datasets: ['conditionalAccessPolicies'],
    helpful: ['users', 'groups', 'excludedGroups'],
    recommendation:
      'Entra admin center > Protection > Conditional Access > Policies: aim a further policy at the named exclusions, or take them out; declare accounts that are kept for emergencies as such.',
    evaluate: onPolicies(exclusionGaps),
  },
];

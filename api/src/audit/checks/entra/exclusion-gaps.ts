import type { NotCovered } from '@tenantry/contract/not-covered';
import type { Witness } from '@tenantry/contract/witness';
import type { Facts } from '../../facts/facts.ts';
import { countOf, named } from '../../facts/sentence-parts.ts';
import { portal } from '../../microsoft/portal-paths.ts';
import { coverageHelp } from '../conditional-access/ca-check.ts';
import { acceptedText, leftOut } from '../conditional-access/ca-verdict.ts';
import { blocks, restrictsAccess } from '../conditional-access/grant.ts';
import { itemAffected, itemName } from '../conditional-access/item-names.ts';
import type { CaPolicy } from '../conditional-access/policy.ts';
import { protectsSignIn } from '../conditional-access/protects-sign-in.ts';
import type { SignIn } from '../conditional-access/sign-in-space.ts';
import { signInSpace } from '../conditional-access/sign-in-spaces.ts';
import { whatLetsPast } from '../conditional-access/why-not-covered.ts';
import { witnessOf } from '../conditional-access/witness.ts';
import {
  type Check,
  type CheckContext,
  type CheckVerdict,
  type Declarations,
  evidenceFrom,
  verdict,
} from '../shared/check.ts';
import { onPolicies } from './on-policies.ts';

const excludable = /^(user|group|role|guest|app|location|platform|device|devicestate):/;

const ofBrowser = 'client:browser';

/** Whom, what, and from where a policy excludes, without what the customer declared. */
function exclusionsOf(policy: CaPolicy): string[] {
  return policy.conditions.flatMap(({ exclude }) => exclude).filter((item) => excludable.test(item));
}

/** What policies that restrict access exclude, and what of it no other one reaches, each with a sign-in that gets past. */
function excludedBy(policies: readonly CaPolicy[], facts: Facts) {
  const enforcing = policies.filter((policy) => policy.state === 'enabled' && restrictsAccess(policy.grant));
  const excluded = [...new Set(enforcing.flatMap(exclusionsOf))].sort();
  const space = signInSpace(policies, facts);
  const signInOf = (item: string): SignIn | null => space.usual({ items: [item, ofBrowser] });
  const caught = new Map<string, boolean>();
  const isCaught = (item: string): boolean => {
    // What no policy tells apart is looked at once.
    const alike = space.terms.of(item).join();
    const found = caught.get(alike) ?? reaches(item);
    caught.set(alike, found);
    return found;
  };
  const reaches = (item: string): boolean => {
    const signIn = signInOf(item);
    return signIn !== null && enforcing.some((policy) => space.applies(policy, signIn));
  };
  const gaps = excluded.filter((item) => !isCaught(item));
  return { enforcing, excluded, gaps, space, signInsOf: () => gaps.flatMap((item) => signInOf(item) ?? []) };
}

/**
 * Policies that exclude what is not covered, and those that would reach it and are not on. A block that is not on is none of them: turned
 * on, it would lock out whom others leave out on purpose.
 */
function whyExcluded(policies: readonly CaPolicy[], facts: Facts, declarations: Declarations): NotCovered | null {
  const { enforcing, gaps, space, signInsOf } = excludedBy(policies, facts);
  const signIns = signInsOf();
  const excluding = enforcing.filter((policy) => exclusionsOf(policy).some((item) => gaps.includes(item)));
  const ready = policies.filter(
    (policy) =>
      (policy.state === 'reportOnly' || policy.state === 'disabled') &&
      restrictsAccess(policy.grant) &&
      !blocks(policy.grant) &&
      signIns.some((signIn) => space.applies(policy, signIn)),
  );
  return whatLetsPast({
    space,
    facts,
    near: [...excluding, ...ready],
    signInsOf: () => signIns,
    declarations,
  });
}

/** Of more exclusions no sign-in is looked for. */
const exclusionsShown = 5;

/** A sign-in by way of the first exclusion of which somebody can make one, past every policy that restricts access. */
function witnessOfGaps(
  { enforcing, gaps, space }: ReturnType<typeof excludedBy>,
  facts: Facts,
  { users }: CheckContext['exemption'],
): Witness | undefined {
  const protections = enforcing.map((policy) => ({ policy, except: [] }));
  let first: Witness | undefined;
  for (const item of gaps.slice(0, exclusionsShown)) {
    const target = { items: [item, ofBrowser], label: item, group: item };
    const found = witnessOf(space, { target, protections }, facts, users);
    if (found !== undefined && found.open === undefined) return found;
    first ??= found;
  }
  return first;
}

function exclusionGaps(policies: readonly CaPolicy[], facts: Facts, context: CheckContext): CheckVerdict {
  const found = excludedBy(policies, facts);
  const { enforcing, excluded, gaps } = found;
  const evidence = [
    evidenceFrom(
      'conditionalAccessPolicies',
      `${countOf(enforcing.length, 'enabled policy restricts', 'enabled policies restrict')} access; excluded: ${countOf(excluded.length, 'account, group, role, guest type, application, location, platform or device filter', 'accounts, groups, roles, guest types, applications, locations, platforms or device filters')}`,
    ),
    ...gaps.slice(0, 20).map((item) => {
      const by = enforcing.filter((policy) => exclusionsOf(policy).includes(item)).map(({ name }) => `"${name}"`);
      return evidenceFrom(
        'conditionalAccessPolicies',
        `${itemName(item, facts)}: excluded from ${named(by)}, covered by none`,
      );
    }),
  ];
  const accepted = acceptedText(enforcing, facts);
  const others = accepted === '' ? '' : ' else';
  const out = leftOut(enforcing, facts);
  if (excluded.length === 0) {
    const message = `No enabled policy that restricts access excludes anybody or anything${others}.${accepted}`;
    return { ...verdict('pass', message, evidence), ...out };
  }
  if (gaps.length === 0)
    return { ...verdict('pass', `Whatever one policy excludes, another one covers.${accepted}`, evidence), ...out };
  const affected = gaps.flatMap((item) => itemAffected(item, facts));
  const message = `${countOf(gaps.length, 'exclusion is', 'exclusions are')} covered by no other policy: ${named(gaps.map((item) => itemName(item, facts)))}.`;
  const explain = (declarations: Declarations) => whyExcluded(policies, facts, declarations);
  const witness = context.isStatusEnough === true ? undefined : witnessOfGaps(found, facts, context.exemption);
  return {
    ...verdict('warning', message, evidence, affected),
    affectedCount: gaps.length,
    ...out,
    ...(witness !== undefined && { witness }),
    explain,
  };
}

export const exclusionGapChecks: readonly Check[] = [
  {
    id: 'ca.exclusion.gaps',
    title: 'Exclusions are covered by another policy',
    findingTitle: 'Exclusions that no other policy covers',
    category: 'conditional-access',
    severity: 'medium',
    endangers: 'some',
    frameworks: { prowler: ['entra_conditional_access_policy_no_exclusion_gaps'], iso: ['A.5.15'] },
    datasets: ['conditionalAccessPolicies'],
    helpful: [...coverageHelp, 'subscribedSkus'],
    recommendation: `${portal.conditionalAccess}: cover the named exclusions by another policy, or remove them. Declare emergency accounts in Tenantry.`,
    impact: 'Excluded accounts sign in with a password alone: attackers look for them first.',
    evaluate: onPolicies(exclusionGaps),
    protects: protectsSignIn({ satisfies: ({ grant }) => restrictsAccess(grant) }),
  },
];

import type { Affected, Evidence } from '@tenantry/contract/verdicts';
import { type Check, type CheckContext, type CheckVerdict, evidenceFrom, verdict } from '../check.ts';
import { type DatasetName, type Facts, factOf, failureOfDataset } from '../facts.ts';
import { booleanAt } from '../json-reader.ts';
import { hasServicePlan } from '../licenses.ts';
import { missingData } from '../missing-data.ts';
import { named } from '../sentence-parts.ts';
import { blocks } from './grant.ts';
import { itemAffected, itemName } from './item-names.ts';
import { type CaPolicy, namesDevices, readable, unreadablePolicies, withSessions } from './policy.ts';
import { type Judgment, judge, type Requirement, type Target } from './requirement.ts';
import { policiesOf, signInSpace } from './sign-in-spaces.ts';

export type CaCheckOptions = Omit<Check, 'category' | 'datasets' | 'evaluate'> & {
  category?: Check['category'];
  /** What the policies should do, as a clause: "multifactor authentication is required of every user". */
  goal: string;
  requirement: Requirement | ((facts: Facts, context: CheckContext) => Requirement | CheckVerdict);
  /** What security defaults do, as a clause: the same, so that no policy is needed. */
  securityDefaults?: string;
  /** Why that is less than what is asked for, as a clause: then they make a warning of what would be a failure. */
  securityDefaultsLack?: string;
  needsP2?: boolean;
  /** Further datasets that the requirement reads. */
  datasets?: readonly DatasetName[];
  /** Looks at the judgment again, for rules that are no matter of coverage. */
  refine?(judged: CheckVerdict, policies: readonly CaPolicy[], facts: Facts): CheckVerdict;
};

/** What tells more of the ways past policies. */
export const coverageHelp: readonly DatasetName[] = ['users', 'groups', 'namedLocations', 'roles', 'excludedGroups'];

/** A check on what the Conditional Access policies do in union. */
export function caCheck(options: CaCheckOptions): Check {
  const { goal, requirement, securityDefaults, securityDefaultsLack, needsP2 = false, refine, ...rest } = options;
  const defaultsCount = securityDefaults !== undefined;
  const datasets: DatasetName[] = ['conditionalAccessPolicies'];
  datasets.push(...(options.datasets ?? []));
  const helpful: DatasetName[] = [...coverageHelp];
  if (defaultsCount) helpful.push('securityDefaults');
  if (needsP2) helpful.push('subscribedSkus');
  const byPolicies = (facts: Facts, context: CheckContext): CheckVerdict => {
    const policies = policiesOf(facts, context.exemption);
    if (policies === undefined) return missingData(facts, ['conditionalAccessPolicies']);
    if (needsP2 && hasServicePlan(facts, 'AAD_PREMIUM_P2') === false) return withoutP2();
    // Whether they fail or are not licensed at all is a matter of the licenses, which Microsoft did not tell.
    if (needsP2 && facts.subscribedSkus?.state === 'failed') return missingData(facts, ['subscribedSkus']);
    const asked = typeof requirement === 'function' ? requirement(facts, context) : requirement;
    if ('status' in asked) return asked;
    // Security defaults and enabled policies exclude one another in Entra; without a policy the switch decides.
    const undecided = defaultsCount && booleanAt(factOf(facts, 'securityDefaults'), 'isEnabled') === null;
    if (undecided && !policies.some((policy) => policy.state === 'enabled'))
      return missingData(facts, ['securityDefaults']);
    return judgePolicies(policies, asked, goal, facts, refine);
  };
  return {
    ...rest,
    category: options.category ?? 'conditional-access',
    datasets,
    helpful,
    evaluate(facts, context) {
      const defaultsOn = booleanAt(factOf(facts, 'securityDefaults'), 'isEnabled') === true;
      if (securityDefaults === undefined || !defaultsOn) return byPolicies(facts, context);
      const evidence = [evidenceFrom('securityDefaults', 'isEnabled = true')];
      if (securityDefaultsLack === undefined)
        return verdict('pass', `Security defaults are on: ${securityDefaults}.`, evidence);
      const judged = byPolicies(facts, context);
      if (judged.status === 'pass') return judged;
      const message = `Security defaults are on: ${securityDefaults}. ${securityDefaultsLack}`;
      return { ...verdict('warning', message, evidence), recommendation: beyondDefaults };
    },
  };
}

const beyondDefaults =
  'Security defaults are the best there is without Microsoft Entra ID P1: keep them on. With P1, replace them by Conditional Access policies that ask every user for multifactor authentication.';

/**
 * What the policies do in union, as a verdict. A policy that cannot be read protects nothing, and what it might protect
 * is not known: without it there is a pass or no verdict.
 */
export function judgePolicies(
  policies: readonly CaPolicy[],
  requirement: Requirement,
  goal: string,
  facts: Facts,
  refine?: CaCheckOptions['refine'],
): CheckVerdict {
  const all = requirement.readsSession === true ? withSessions(policies) : policies;
  const known = readable(all);
  // Whether something excluded is a gap at all may depend on what could not be read: only sure gaps are told.
  const missing = (['users', 'roles', 'namedLocations'] as const).filter(
    (name) => failureOfDataset(facts[name]) !== undefined,
  );
  const sure = judge(known, requirement, signInSpace(known, facts, missing));
  if (missing.length > 0 && judge(known, requirement, signInSpace(known, facts)).status !== sure.status)
    return missingData(facts, missing);
  const judged = describe(goal, sure, facts);
  const refined = refine === undefined ? judged : refine(judged, known, facts);
  const unreadable = unreadablePolicies(all);
  return refined.status === 'pass' || unreadable.length === 0 ? refined : notReadable(unreadable, refined.evidence);
}

export function notReadable(policies: readonly CaPolicy[], evidence: readonly Evidence[] = []): CheckVerdict {
  const lines = policies.map(({ name, id, unreadable }) =>
    evidenceFrom(
      'conditionalAccessPolicies',
      `"${name}": ${unreadable} does not have a form that is known`,
      id === '' ? undefined : id,
    ),
  );
  return {
    ...verdict(
      'couldNotCheck',
      `${quoted(policies)} could not be read, so that it is not known what ${policies.length === 1 ? 'it does' : 'they do'}.`,
      [...lines, ...evidence],
    ),
    recommendation: 'Open the named policies in the Entra admin center and look at the named settings yourself.',
  };
}

function withoutP2(): CheckVerdict {
  return {
    ...verdict('notLicensed', 'Risk-based policies need Microsoft Entra ID P2, and the tenant has no such license.', [
      evidenceFrom('subscribedSkus', 'no subscription contains the service plan AAD_PREMIUM_P2'),
    ]),
    recommendation: 'Assign Microsoft Entra ID P2 (or Microsoft 365 E5) to use risk-based Conditional Access.',
  };
}

const quoted = (policies: readonly CaPolicy[]): string => named(policies.map((policy) => `"${policy.name}"`));

function describe(goal: string, judged: Judgment, facts: Facts): CheckVerdict {
  const evidence = policyEvidence(judged);
  const affected = judged.gaps.flatMap((gap) => gap.flatMap((item) => itemAffected(item, facts)));
  const told = (message: string): CheckVerdict => ({
    ...verdict(judged.status, message, evidence, distinct(affected)),
  });
  if (judged.status === 'pass') {
    evidence.push(...acceptedEvidence(judged.policies, facts));
    return told(`${passMessage(goal, judged.policies)}${acceptedText(judged.policies, facts)}`);
  }
  for (const gap of judged.gaps) {
    evidence.push(evidenceFrom('conditionalAccessPolicies', `not covered: ${gapName(gap, facts)}`));
  }
  if (judged.open.length > 0) {
    evidence.push(
      ...openLabels(judged.open).map((label) => evidenceFrom('conditionalAccessPolicies', `not covered: ${label}`)),
    );
    return told(openMessage(goal, judged));
  }
  if (judged.gaps.length === 0)
    return told(`It could not be proven that ${goal}: the policies have too many exclusions to follow.`);
  const ways = named(
    judged.gaps.map((gap) => gapName(gap, facts)),
    4,
  );
  const more = judged.incomplete ? ' There may be more: not every way past the policies was looked for.' : '';
  return { ...told(`${capital(goal)}, except for ${ways}.${more}`), recommendation: closeGaps };
}

/** Six kinds of guest, and a few emergency accounts. */
const namedExclusions = 10;
const exclusions = { accepted: 'declared', expected: 'Microsoft advises' } as const;

/** What the policies leave out and may: as the end of a message, empty where that is nothing. */
export function acceptedText(policies: readonly CaPolicy[], facts: Facts): string {
  const left = (kind: keyof typeof exclusions): string[] => [
    ...new Set(policies.flatMap((policy) => policy[kind]).map((item) => itemName(item, facts))),
  ];
  const [declared, advised] = [left('accepted'), left('expected')];
  return [
    declared.length === 0 ? '' : ` Left out as declared, and accepted: ${named(declared, namedExclusions)}.`,
    advised.length === 0 ? '' : ` Left out as Microsoft advises: ${named(advised)}.`,
  ].join('');
}

function acceptedEvidence(policies: readonly CaPolicy[], facts: Facts): Evidence[] {
  return Object.entries(exclusions).flatMap(([kind, because]) =>
    policies.flatMap((policy) => {
      const items = policy[kind === 'accepted' ? 'accepted' : 'expected'];
      if (items.length === 0) return [];
      const left = named(
        items.map((item) => itemName(item, facts)),
        namedExclusions,
      );
      return [
        evidenceFrom(
          'conditionalAccessPolicies',
          `"${policy.name}" leaves out, as ${because}: ${left}`,
          policy.id === '' ? undefined : policy.id,
        ),
      ];
    }),
  );
}

const isAboutBlocking = (goal: string): boolean => /block|closed/.test(goal);

/** A block meets every goal, since it lets nobody in; where blocking is not the goal, the message says so. */
function passMessage(goal: string, policies: readonly CaPolicy[]): string {
  const blocking = policies.filter((policy) => blocks(policy.grant) && !namesDevices(policy));
  if (isAboutBlocking(goal) || blocking.length === 0) return `${capital(goal)}, by ${quoted(policies)}.`;
  const others = policies.filter((policy) => !blocking.includes(policy));
  const blocked = `sign-ins blocked altogether by ${quoted(blocking)}`;
  return others.length === 0
    ? `Nobody gets so far: ${blocked}.`
    : `${capital(goal)}, by ${quoted(others)}; apart from ${blocked}.`;
}

const closeGaps =
  'In the Entra admin center open Protection > Conditional Access > Policies: take the named exclusions out of the policies, or cover them by a further policy. Declare accounts that are kept for emergencies as such, so that they no longer count.';
const namedItemsOfGap = 3;

/** A gap of several items is open to sign-ins to which all of them apply. */
function gapName(gap: readonly string[], facts: Facts): string {
  const names = gap.slice(0, namedItemsOfGap).map((item) => itemName(item, facts));
  const more = gap.length - names.length;
  return names.join(' together with ') + (more > 0 ? ` and ${more} further conditions` : '');
}

function openMessage(goal: string, judged: Judgment): string {
  const labels = named(openLabels(judged.open), 4);
  if (judged.status === 'warning' && judged.reportOnly.length > 0) {
    return `A policy for this is only being tried out and does not take effect (${quoted(judged.reportOnly)}). Not covered yet: ${labels}.`;
  }
  const partial = judged.mainPolicies;
  if (partial.length > 0) {
    return `It is not ensured that ${goal}: ${quoted(partial)} ${partial.length === 1 ? 'covers' : 'cover'} a part only. Not covered: ${labels}.`;
  }
  const narrowed = judged.narrowed.filter((policy) => !judged.policies.includes(policy));
  if (narrowed.length > 0) {
    return `It is not ensured that ${goal}: ${quoted(narrowed)} ${narrowed.length === 1 ? 'applies' : 'apply'} to other or fewer sign-ins. Not covered: ${labels}.`;
  }
  return `No enabled Conditional Access policy ensures that ${goal}.`;
}

/** Where both kinds of modern client are open, the sign-ins are named once, without the client. */
function openLabels(open: readonly Target[]): string[] {
  const modern = (group: string): number =>
    open.filter((target) => target.group === group && target.minor !== true).length;
  return [...new Set(open.map((target) => (modern(target.group) > 1 ? target.group : target.label)))];
}

function policyEvidence(judged: Judgment): Evidence[] {
  const line =
    (text: string) =>
    (policy: CaPolicy): Evidence =>
      evidenceFrom('conditionalAccessPolicies', `"${policy.name}" ${text}`, policy.id === '' ? undefined : policy.id);
  return [
    ...judged.policies
      .slice(0, 20)
      .map((policy) => line(`is enabled and ${blocks(policy.grant) ? 'blocks' : 'applies'}`)(policy)),
    ...judged.reportOnly.slice(0, 20).map(line('is report-only')),
    ...judged.narrowed.slice(0, 20).map(line('is enabled and has the control, but not for all these sign-ins')),
  ];
}

function distinct(affected: readonly Affected[]): Affected[] {
  return [...new Map(affected.map((item) => [`${item.type} ${item.id}`, item])).values()];
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

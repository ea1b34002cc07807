import type { Evidence } from '@tenantry/contract/verdicts';
import type { Witness } from '@tenantry/contract/witness';
import type { DatasetName } from '../../facts/datasets.ts';
import { type Facts, factOf, failureOfDataset } from '../../facts/facts.ts';
import { booleanAt, valueAt } from '../../facts/json-reader.ts';
import { hasServicePlan } from '../../facts/licenses.ts';
import { named } from '../../facts/sentence-parts.ts';
import { portal } from '../../microsoft/portal-paths.ts';
import { type Check, type CheckContext, type CheckVerdict, evidenceFrom, verdict } from '../shared/check.ts';
import { needingEntraP1 } from '../shared/entra-p1.ts';
import { missingData } from '../shared/missing-data.ts';
import { type Asked, caVerdict, type Question, statusAlone } from './ca-verdict.ts';
import { newPolicy, type PolicyAdvice } from './existing-policies.ts';
import { type CaPolicy, readable, unreadablePolicies, withSessions } from './policy.ts';
import { hasUnknownControl } from './policy-form.ts';
import { protectsSignIn } from './protects-sign-in.ts';
import { type Judgment, judge, judgeStatus, type Requirement } from './requirement.ts';
import { sampledSignIns } from './sampled-sign-ins.ts';
import type { SignInSpace } from './sign-in-space.ts';
import { policiesOf, signInSpace } from './sign-in-spaces.ts';

export type CaCheckOptions = Omit<Check, 'category' | 'datasets' | 'evaluate' | 'recommendation'> & {
  category?: Check['category'];
  /** What the policies should do, as a clause: "MFA is required for all users". */
  goal: string;
  /** The settings of a policy that does it, in the words of the portal. */
  policy: string;
  /** What to know before it is turned on. */
  note?: string;
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
  const { goal, policy, note, requirement, securityDefaults, securityDefaultsLack, needsP2 = false, ...own } = options;
  const { refine, ...rest } = own;
  const advice: PolicyAdvice = { settings: policy, ...(note !== undefined && { note }) };
  const defaultsCount = securityDefaults !== undefined;
  const datasets: DatasetName[] = ['conditionalAccessPolicies'];
  datasets.push(...(options.datasets ?? []));
  const helpful: DatasetName[] = [...coverageHelp, 'subscribedSkus'];
  if (defaultsCount) helpful.push('securityDefaults');
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
    const { isStatusEnough = false, exemption } = context;
    const declared = exemption.users;
    return judgePolicies(policies, { goal, requirement: asked, advice, declared, isStatusEnough }, facts, refine);
  };
  const withDefaults = (facts: Facts, context: CheckContext): CheckVerdict => {
    const defaultsOn = booleanAt(factOf(facts, 'securityDefaults'), 'isEnabled') === true;
    if (securityDefaults === undefined || !defaultsOn) return byPolicies(facts, context);
    const evidence = [evidenceFrom('securityDefaults', 'isEnabled = true')];
    if (securityDefaultsLack === undefined)
      return verdict('pass', `Security defaults are on: ${securityDefaults}.`, evidence);
    const judged = byPolicies(facts, context);
    if (judged.status === 'pass') return judged;
    const message = `Security defaults are on: ${securityDefaults}. ${securityDefaultsLack}`;
    const recommendation = `Replace security defaults with Conditional Access. ${newPolicy(advice)}`;
    return { ...verdict('warning', message, evidence), recommendation };
  };
  const sample = (facts: Facts, context: CheckContext): Witness[] => {
    // A pass may rest on the switch, of which Microsoft's evaluation of policies knows nothing.
    if (defaultsCount && booleanAt(factOf(facts, 'securityDefaults'), 'isEnabled') !== false) return [];
    const policies = readable(policiesOf(facts, context.exemption) ?? []);
    const asked = typeof requirement === 'function' ? requirement(facts, context) : requirement;
    return 'status' in asked ? [] : sampledSignIns(signInSpace(policies, facts), policies, asked.targets, facts);
  };
  const protects = typeof requirement === 'function' ? options.protects : protectsSignIn(requirement);
  return {
    ...rest,
    ...(protects && { protects }),
    sample,
    category: options.category ?? 'conditional-access',
    datasets,
    helpful,
    recommendation: newPolicy(advice),
    evaluate: (facts, context) => needingEntraP1(withDefaults(facts, context), policy, facts),
  };
}

/**
 * What the policies do in union, as a verdict. A policy that cannot be read protects nothing, and what it might protect
 * is not known: without it there is a pass or no verdict.
 */
export function judgePolicies(
  policies: readonly CaPolicy[],
  asked: Asked,
  facts: Facts,
  refine?: CaCheckOptions['refine'],
): CheckVerdict {
  const { requirement } = asked;
  const all = requirement.readsSession === true ? withSessions(policies) : policies;
  const known = readable(all);
  // Whether something excluded is a gap at all may depend on what could not be read: only sure gaps are told.
  const missing = (['users', 'roles', 'namedLocations'] as const).filter(
    (name) => failureOfDataset(facts[name]) !== undefined,
  );
  const space = signInSpace(known, facts, missing);
  const { status, answer } = judgment({ ...asked, policies: known, space, facts });
  if (missing.length > 0 && judgeStatus(known, requirement, signInSpace(known, facts)).status !== status)
    return missingData(facts, missing);
  const judged = answer();
  const refined = refine === undefined ? judged : refine(judged, known, facts);
  const unreadable = [...unreadablePolicies(all), ...mightDo(known, requirement, status, space)];
  return refined.status === 'pass' || unreadable.length === 0 ? refined : notReadable(unreadable, refined.evidence);
}

/** What the policies come to, and that as a verdict: in words where somebody reads them. */
function judgment(question: Question): { status: Judgment['status']; answer(): CheckVerdict } {
  const { policies, requirement, space, isStatusEnough = false } = question;
  if (isStatusEnough) {
    const judged = judgeStatus(policies, requirement, space);
    return { status: judged.status, answer: () => statusAlone(judged, question) };
  }
  const judged = judge(policies, requirement, space);
  return { status: judged.status, answer: () => caVerdict(judged, question) };
}

const isDoubtful = ({ state, raw }: CaPolicy): boolean =>
  state === 'enabled' && hasUnknownControl(valueAt(raw, 'grantControls'));

/**
 * Policies that ask for a control which is not known here, where it decides: what they do beside it is not enough, and with it would
 * be more.
 */
function mightDo(
  known: readonly CaPolicy[],
  requirement: Requirement,
  status: Judgment['status'],
  space: SignInSpace,
): CaPolicy[] {
  const doubtful = known.filter(isDoubtful);
  if (doubtful.length === 0 || status === 'pass') return [];
  const satisfies: Requirement['satisfies'] = (policy, target) =>
    isDoubtful(policy) || requirement.satisfies(policy, target);
  if (judgeStatus(known, { ...requirement, satisfies }, space).status === status) return [];
  return doubtful.map((policy) => ({ ...policy, unreadable: 'grantControls.builtInControls' }));
}

export function notReadable(policies: readonly CaPolicy[], evidence: readonly Evidence[] = []): CheckVerdict {
  const lines = policies.map(({ name, id, unreadable }) =>
    evidenceFrom(
      'conditionalAccessPolicies',
      `"${name}": ${unreadable} has an unknown format or value`,
      id === '' ? undefined : id,
    ),
  );
  return {
    ...verdict(
      'couldNotCheck',
      `${named(policies.map(({ name }) => `"${name}"`))} could not be read, so that it is not known what ${policies.length === 1 ? 'it does' : 'they do'}.`,
      [...lines, ...evidence],
    ),
    recommendation: `${portal.conditionalAccess}: open the named policies and check the named settings yourself.`,
  };
}

function withoutP2(): CheckVerdict {
  return {
    ...verdict('notLicensed', 'Risk-based policies need Microsoft Entra ID P2, and the tenant has no such license.', [
      evidenceFrom('subscribedSkus', 'no subscription contains the service plan AAD_PREMIUM_P2'),
    ]),
    recommendation: 'Microsoft Entra ID P2 (part of Microsoft 365 E5) would bring risk-based Conditional Access.',
  };
}

import { truncate } from '@tenantry/contract/text';
import type { Evidence } from '@tenantry/contract/verdicts';
import { flagIn, textIn, wordIn } from '../../facts/configuration-properties.ts';
import { type Facts, factOf } from '../../facts/facts.ts';
import type { JsonObject } from '../../facts/json-reader.ts';
import { named } from '../../facts/sentence-parts.ts';
import { type Check, type CheckVerdict, evidenceFrom, verdict } from '../shared/check.ts';
import { settingEvidence } from '../shared/configured-settings.ts';
import { missingData, withData } from '../shared/missing-data.ts';
import {
  blocksEveryone,
  coversWhole,
  type DlpLocation,
  dlpLocations,
  hasLocation,
  isEnforced,
  locationsReadable,
  notifies,
  personalTypes,
  personalTypesOf,
} from './dlp-rules.ts';

const portal = 'Microsoft Purview portal > Solutions > Data loss prevention > Policies';
const nameOf = (one: JsonObject) => truncate(textIn(one, 'Name') ?? '', 100);
const modes = (policies: readonly JsonObject[]) =>
  policies.slice(0, 20).map((policy) => settingEvidence('dlpPolicies', policy, 'Mode'));

/** A policy that may be enforced, or applied somewhere, for all that can be read. */
const isUnsaid = (policy: JsonObject) =>
  isEnforced(policy) === null || (isEnforced(policy) === true && !locationsReadable(policy));
const unsaid = (evidence: Evidence[]) =>
  verdict('couldNotCheck', 'Microsoft’s snapshot does not say what the policies do.', evidence);

const anyPolicy = withData(['dlpPolicies'], ([policies]) => {
  const acting = policies.filter((policy) => isEnforced(policy) === true && hasLocation(policy));
  if (acting.length > 0)
    return verdict('pass', `Data loss prevention is enforced by ${named(acting.map(nameOf))}.`, modes(acting));
  if (policies.length === 0) return verdict('fail', 'There is no data loss prevention policy.');
  if (policies.some(isUnsaid)) return unsaid(modes(policies));
  return verdict(
    'fail',
    'No data loss prevention policy is enforced: each is off, in a test, or applies to nothing.',
    modes(policies),
  );
});

const forTeams = withData(['dlpPolicies'], ([policies]) => {
  const show = (list: readonly JsonObject[]) =>
    list
      .slice(0, 20)
      .flatMap((policy) => [...modes([policy]), settingEvidence('dlpPolicies', policy, 'TeamsLocation')]);
  const acting = policies.filter((policy) => isEnforced(policy) === true && coversWhole(policy, 'TeamsLocation'));
  if (acting.length > 0)
    return verdict(
      'pass',
      `Data loss prevention is enforced for all of Teams by ${named(acting.map(nameOf))}.`,
      show(acting),
    );
  if (policies.some(isUnsaid)) return unsaid(show(policies));
  return verdict(
    'fail',
    'No enforced data loss prevention policy applies to all chats and channels of Teams.',
    show(policies),
  );
});

type Protecting = { policy: JsonObject; rule: JsonObject; types: readonly string[] };

/** Rules that act, in policies that act, with what they look for of what identifies people. */
function protecting(policies: readonly JsonObject[], rules: readonly JsonObject[]): Protecting[] {
  return rules.flatMap((rule) => {
    const parent = policyOf(rule);
    const policy = parent === null ? undefined : policies.find((one) => wordIn(one, 'Name') === parent);
    const types = personalTypesOf(rule);
    if (policy === undefined || isEnforced(policy) !== true || flagIn(rule, 'Disabled') !== false) return [];
    return types === null || types.length === 0 ? [] : [{ policy, rule, types }];
  });
}

/** Of which policy a rule is: by its own property, or by the one that newer answers have. */
const policyOf = (rule: JsonObject) => wordIn(rule, 'Policy') ?? wordIn(rule, 'ParentPolicyName');

/** A rule of which it cannot be said whether it acts, or what it looks for. */
const isUnclear = (rule: JsonObject) =>
  flagIn(rule, 'Disabled') === null ||
  (flagIn(rule, 'Disabled') === false && (personalTypesOf(rule) === null || policyOf(rule) === null));

const isWhole = ({ types }: Protecting) => types.length === personalTypes.length;
const ruleEvidence = (list: readonly Protecting[]) =>
  list.slice(0, 20).map(({ rule, types }) => evidenceFrom('dlpRules', `looks for ${named(types)}`, nameOf(rule)));

/**
 * Judges the rules that look for all three types in one, or says why none can be judged.
 * @param joined judges rules that look for them together; without it that is a warning
 */
const overRules =
  (
    judge: (whole: readonly Protecting[]) => CheckVerdict,
    joined?: (all: readonly Protecting[]) => CheckVerdict,
  ): Check['evaluate'] =>
  (facts: Facts) => {
    const policies = factOf(facts, 'dlpPolicies');
    const rules = factOf(facts, 'dlpRules');
    if (policies?.every((policy) => isEnforced(policy) === false))
      return verdict('fail', 'No policy is enforced that could look for it.', modes(policies));
    if (policies === undefined || rules === undefined) return missingData(facts, ['dlpPolicies', 'dlpRules']);
    const all = protecting(policies, rules);
    const whole = all.filter(isWhole);
    if (whole.length > 0) return judge(whole);
    const together = new Set(all.flatMap(({ types }) => types));
    if (together.size === personalTypes.length && joined !== undefined) return joined(all);
    if (
      policies.some((policy) => isEnforced(policy) === null) ||
      rules.some(isUnclear) ||
      policies.some((policy) => textIn(policy, 'Name') === null)
    )
      return unsaid(modes(policies));
    if (together.size === personalTypes.length)
      return verdict(
        'warning',
        'Several rules together look for what identifies people, none of them for all of it.',
        ruleEvidence(all),
      );
    const absent = personalTypes.map(({ label }) => label).filter((label) => !together.has(label));
    return verdict('fail', `No enforced rule looks for ${named(absent)}.`, ruleEvidence(all));
  };

const names = (list: readonly Protecting[]) => named(list.map(({ rule }) => nameOf(rule)));

/** In one rule or in several: what counts is that each of them is looked for. */
const looksForAll = (rules: readonly Protecting[]) =>
  verdict('pass', `Rules look for card, taxpayer and Social Security numbers: ${names(rules)}.`, ruleEvidence(rules));

const everywhere = overRules((whole) => {
  const policies = [...new Set(whole.map(({ policy }) => policy))];
  const locations = Object.keys(dlpLocations) as DlpLocation[];
  const left = locations.filter((location) => !policies.some((policy) => coversWhole(policy, location)));
  const evidence = policies
    .slice(0, 10)
    .flatMap((policy) => locations.map((location) => settingEvidence('dlpPolicies', policy, location)));
  if (left.length > 0 && !policies.every(locationsReadable)) return unsaid(evidence);
  if (left.length === 0)
    return verdict(
      'pass',
      'Rules for what identifies people apply to Exchange, OneDrive, SharePoint, Teams and devices.',
      evidence,
    );
  return verdict(
    'fail',
    `Rules for what identifies people do not apply to all of ${named(left.map((one) => dlpLocations[one]))}.`,
    evidence,
  );
});

/** Every rule that looks for all three has to hold; one that does not say is not judged. */
const everyRule = (property: string, holds: (rule: JsonObject) => boolean | null, good: string, bad: string) =>
  overRules((whole) => {
    const evidence = whole.slice(0, 20).map(({ rule }) => settingEvidence('dlpRules', rule, property));
    const wrong = whole.filter(({ rule }) => holds(rule) === false);
    if (wrong.length > 0) return verdict('fail', `${bad}: ${names(wrong)}.`, evidence);
    if (whole.some(({ rule }) => holds(rule) === null))
      return verdict('couldNotCheck', 'Microsoft’s snapshot does not say how the rules are set.', evidence);
    return verdict('pass', `${good}.`, evidence);
  });

const base = { category: 'secure-score', endangers: 'data' } as const;
const ruleBase = { ...base, severity: 'medium', datasets: ['dlpPolicies', 'dlpRules'] } as const;

export const dlpChecks: readonly Check[] = [
  {
    ...base,
    id: 'purview.dlp',
    title: 'Data loss prevention is enforced',
    findingTitle: 'No data loss prevention policy is enforced',
    severity: 'medium',
    frameworks: { cis: ['3.2.1'], nist: ['PR.DS-01'], iso: ['A.8.12'] },
    datasets: ['dlpPolicies'],
    recommendation: `${portal}: create a policy for the data that must not leave, test it, and turn it on.`,
    impact: 'Customer records and card numbers leave by mail or a shared file, and nobody is told or asked.',
    evaluate: anyPolicy,
  },
  {
    ...base,
    id: 'purview.dlp.teams',
    title: 'Data loss prevention covers Teams',
    findingTitle: 'Data loss prevention does not cover Teams',
    severity: 'low',
    frameworks: { cis: ['3.2.2'] },
    datasets: ['dlpPolicies'],
    recommendation: `${portal}: add the location "Teams chat and channel messages" for all users to an enforced policy.`,
    impact: 'What a mail would be stopped for is pasted into a chat with people from outside instead.',
    evaluate: forTeams,
  },
  {
    ...ruleBase,
    id: 'purview.dlp.personal',
    title: 'Data loss prevention looks for what identifies people',
    findingTitle: 'Data loss prevention does not look for what identifies people',
    frameworks: { scuba: ['MS.SECURITYSUITE.3.1v1'] },
    recommendation: `${portal}: add credit card numbers, U.S. ITIN and U.S. SSN to the rules of an enforced policy.`,
    impact: 'Card, taxpayer and Social Security numbers of customers and employees leave without anybody noticing.',
    evaluate: overRules(looksForAll, looksForAll),
  },
  {
    ...ruleBase,
    id: 'purview.dlp.locations',
    title: 'Data loss prevention for personal data applies everywhere',
    findingTitle: 'Data loss prevention for personal data does not cover every location',
    frameworks: { scuba: ['MS.SECURITYSUITE.3.2v1'] },
    recommendation: `${portal}: apply the policy to all of Exchange, OneDrive, SharePoint, Teams and devices.`,
    impact: 'Personal data leaves by the one way that the policy was not applied to, such as a USB stick.',
    evaluate: everywhere,
  },
  {
    ...ruleBase,
    id: 'purview.dlp.block',
    title: 'Data loss prevention blocks the sharing of personal data',
    findingTitle: 'Data loss prevention does not block the sharing of personal data',
    frameworks: { scuba: ['MS.SECURITYSUITE.3.3v1'] },
    recommendation: `${portal} > the rule > Actions: restrict access, and select "Block everyone".`,
    impact: 'Personal data is found and shared all the same: the policy writes down what it should have stopped.',
    evaluate: everyRule(
      'BlockAccess',
      blocksEveryone,
      'The sharing of personal data is blocked for everyone',
      'Rules for personal data do not block sharing for everyone',
    ),
  },
  {
    ...ruleBase,
    id: 'purview.dlp.notify',
    title: 'Data loss prevention tells users what is wrong',
    findingTitle: 'Data loss prevention does not tell users what is wrong',
    severity: 'low',
    frameworks: { scuba: ['MS.SECURITYSUITE.3.4v1'] },
    recommendation: `${portal} > the rule > User notifications: turn them on, and show a policy tip.`,
    impact: 'Users do not learn what must not be shared, and look for another way to send it.',
    evaluate: everyRule(
      'NotifyUser',
      notifies,
      'Users are told when a rule stops them',
      'Rules for personal data notify nobody',
    ),
  },
];

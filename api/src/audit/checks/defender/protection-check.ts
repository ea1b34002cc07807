import { truncate } from '@tenantry/contract/text';
import type { Evidence } from '@tenantry/contract/verdicts';
import { acceptedDomains } from '../../facts/accepted-domains.ts';
import type { DatasetName } from '../../facts/datasets.ts';
import { type Facts, factOf } from '../../facts/facts.ts';
import type { JsonObject } from '../../facts/json-reader.ts';
import { hasServicePlan } from '../../facts/licenses.ts';
import { named } from '../../facts/sentence-parts.ts';
import type { ConfigurationDataset } from '../../facts/tenant-configuration.ts';
import { type Check, type CheckContext, type CheckVerdict, verdict } from '../shared/check.ts';
import { type Setting, type SettingsWords, settingsOf } from '../shared/configured-settings.ts';
import { failedForNow, missingData, missingEvidence } from '../shared/missing-data.ts';
import {
  type Acting,
  isBuiltIn,
  type PolicyKind,
  type Reach,
  reachOf,
  recipientConditions,
  senderConditions,
} from './policy-reach.ts';

export type ProtectionKind = PolicyKind & {
  policies: ConfigurationDataset;
  rules: ConfigurationDataset;
  needsDefender: boolean;
};

const forRecipients = { conditions: recipientConditions } as const;

export const protectionKinds = {
  antiPhish: {
    ...forRecipients,
    policies: 'antiPhishPolicies',
    rules: 'antiPhishRules',
    ruleProperty: 'AntiPhishPolicy',
    presets: 'readable',
    last: 'default',
    needsDefender: false,
  },
  malware: {
    ...forRecipients,
    policies: 'malwareFilterPolicies',
    rules: 'malwareFilterRules',
    ruleProperty: 'MalwareFilterPolicy',
    presets: 'readable',
    last: 'default',
    needsDefender: false,
  },
  spam: {
    ...forRecipients,
    policies: 'spamFilterPolicies',
    rules: 'spamFilterRules',
    ruleProperty: 'HostedContentFilterPolicy',
    presets: 'readable',
    last: 'default',
    needsDefender: false,
  },
  safeLinks: {
    ...forRecipients,
    policies: 'safeLinksPolicies',
    rules: 'safeLinksRules',
    ruleProperty: 'SafeLinksPolicy',
    presets: 'unreadable',
    last: 'builtIn',
    needsDefender: true,
  },
  safeAttachments: {
    ...forRecipients,
    policies: 'safeAttachmentPolicies',
    rules: 'safeAttachmentRules',
    ruleProperty: 'SafeAttachmentPolicy',
    presets: 'unreadable',
    last: 'builtIn',
    needsDefender: true,
  },
  outbound: {
    policies: 'outboundSpamPolicies',
    rules: 'outboundSpamRules',
    ruleProperty: 'HostedOutboundSpamFilterPolicy',
    presets: 'none',
    last: 'default',
    conditions: senderConditions,
    needsDefender: false,
  },
} as const satisfies Record<string, ProtectionKind>;

/** What a check by reach reads beside its policies and their rules. */
export const reachDatasets: readonly DatasetName[] = ['presetPolicyRules', 'acceptedDomains', 'subscribedSkus'];

const defender = 'Microsoft Defender for Office 365';

/** Whether the tenant has Defender for Office 365, by its service plans; null where licenses are not known. */
export const hasDefender = (facts: Facts) => hasServicePlan(facts, 'ATP_ENTERPRISE', 'THREAT_INTELLIGENCE');

export const withoutDefender = (): CheckVerdict => ({
  ...verdict('notLicensed', `The tenant has no license for ${defender}, which this needs.`),
  recommendation: `Assign a license with ${defender} Plan 1, or accept the risk.`,
});

type Rule = {
  kind: ProtectionKind;
  settings: (context: CheckContext) => readonly Setting[];
  words: SettingsWords;
  /** Also where policies of this kind are there without it. */
  needsDefender?: boolean;
};

const names = (list: readonly Acting[]) => named([...new Set(list.map(({ name }) => truncate(name, 100)))]);

/** @param unread what could not be read this time of whom policies reach: shown where that decides */
function inWords(reach: Reach, { good, bad }: SettingsWords, evidence: Evidence[], unread: Evidence[]): CheckVerdict {
  if (reach.kind === 'wrong') return verdict('fail', `${bad} (${names(reach.by)}).`, evidence);
  if (reach.kind === 'nobody')
    return verdict(
      'fail',
      reach.by.length === 0
        ? `${bad}: there is no policy for it.`
        : `${bad} for everyone whom none of these policies reaches: ${names(reach.by)}.`,
      evidence,
    );
  if (reach.kind === 'unknown')
    return {
      ...verdict(
        'couldNotCheck',
        reach.by.length === 0
          ? 'Microsoft’s snapshot does not hold the default policy.'
          : `Whether everybody is protected hangs on what cannot be read here: whom ${names(reach.by)} reaches, or how it is set.`,
        [...evidence, ...unread],
      ),
      recommendation:
        'Look at the policies and presets in the Microsoft Defender portal (Email & collaboration > Policies & rules > Threat policies).',
    };
  return verdict('pass', `${good} (${names(reach.by)}).`, evidence);
}

/** Whoever is left has built-in protection: it may have exceptions, which no call of Graph shows. */
const byBuiltInAlone = (reach: Reach) =>
  reach.kind === 'everybody' && reach.by.some(({ policy }) => policy !== null && isBuiltIn(policy));

/** A check whether everybody is protected as wanted, by the policy that acts on them. */
export function protects({ kind, settings, words, needsDefender = kind.needsDefender }: Rule): Check['evaluate'] {
  return (facts, context) => {
    const policies = factOf(facts, kind.policies) as readonly JsonObject[] | undefined;
    const rules = factOf(facts, kind.rules) as readonly JsonObject[] | undefined;
    if (policies === undefined) return missingData(facts, [kind.policies]);
    if (needsDefender && hasDefender(facts) === false) return withoutDefender();
    if (needsDefender && policies.length === 0 && hasDefender(facts) === null)
      return missingData(facts, ['subscribedSkus']);
    const wanted = settings(context);
    const complies = (policy: JsonObject): boolean | null => {
      const { wrong, silent } = settingsOf(kind.policies, policy, wanted);
      return wrong.length > 0 ? false : silent.length > 0 ? null : true;
    };
    const set = {
      policies,
      rules: rules ?? null,
      presetRules: factOf(facts, 'presetPolicyRules') ?? null,
      acceptedDomains: acceptedDomains(facts)?.names ?? null,
    };
    const reach = reachOf(kind, set, complies);
    const shown = reach.by.flatMap(({ policy }) =>
      policy === null ? [] : settingsOf(kind.policies, policy, wanted).evidence,
    );
    const isLicenseLost = needsDefender && facts.subscribedSkus?.state === 'failed';
    const unread = [kind.rules, ...reachDatasets].filter((name) => failedForNow(facts, name));
    const judged = inWords(reach, words, shown.slice(0, 30), missingEvidence(facts, unread));
    // What is not as it should be may be so for want of a license.
    if (judged.status !== 'pass' && isLicenseLost) return missingData(facts, ['subscribedSkus']);
    if (judged.status === 'pass' && byBuiltInAlone(reach))
      return {
        ...judged,
        status: 'couldNotCheck',
        evidence: [...judged.evidence, ...missingEvidence(facts, unread)],
        message: `${words.good} by Microsoft’s built-in protection, unless exceptions were made to it, which cannot be read.`,
        recommendation:
          'Add a policy of your own for all domains, or look for exceptions to built-in protection under Preset security policies.',
      };
    return judged;
  };
}

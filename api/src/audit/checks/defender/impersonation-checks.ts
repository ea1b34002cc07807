import { isSet, textsIn } from '../../facts/configuration-properties.ts';
import { failureOfDataset } from '../../facts/facts.ts';
import type { JsonObject } from '../../facts/json-reader.ts';
import { publicMailDomains } from '../../microsoft/public-mail-providers.ts';
import { elseSecureScore } from '../secure-score/secure-score-stand-in.ts';
import type { Check, CheckContext } from '../shared/check.ts';
import { isOn, isOneOf, isWithin, type Setting, type SettingsWords } from '../shared/configured-settings.ts';
import { missingAlternatives } from '../shared/missing-data.ts';
import { hasDefender, protectionKinds, protects, reachDatasets, withoutDefender } from './protection-check.ts';

const antiPhishing =
  'Microsoft Defender portal > Email & collaboration > Policies & rules > Threat policies > Anti-phishing';
const kind = protectionKinds.antiPhish;

const on = isOn('Enabled');
const quarantined = (property: string) => isOneOf(property, ['quarantine']);
const addressOf = (entry: string) => (entry.split(';').at(-1) ?? '').trim().toLowerCase();

/** What the customer named is on the list; where nothing was named, only they can say whether it is whole. */
const holdsAll = (property: string, wanted: readonly string[], keyOf: (entry: string) => string): Setting => ({
  property,
  holds(policy: JsonObject) {
    const listed = textsIn(policy, property);
    if (listed === null) return null;
    if (wanted.length === 0) return listed.length === 0 ? false : null;
    const known = new Set(listed.map(keyOf));
    return wanted.every((one) => known.has(keyOf(one)));
  },
});

const plain = (entry: string) => entry.trim().toLowerCase();

type Row = Pick<Check, 'id' | 'title' | 'findingTitle' | 'severity' | 'frameworks' | 'recommendation' | 'impact'> & {
  settings: (context: CheckContext) => readonly Setting[];
  words: SettingsWords;
  needsDefender: boolean;
};

const check = ({ settings, words, needsDefender, ...row }: Row): Check => ({
  ...row,
  category: 'mail-flow',
  endangers: 'mail',
  datasets: [kind.policies],
  helpful: [kind.rules, ...reachDatasets, 'domains'],
  evaluate: protects({ kind, settings, words, needsDefender }),
});

const tips = [
  'EnableFirstContactSafetyTips',
  'EnableSimilarUsersSafetyTips',
  'EnableSimilarDomainsSafetyTips',
  'EnableUnusualCharactersSafetyTips',
];

/** Protection of named users protects nobody where none is named. */
const hasSomebody: Setting = {
  property: 'TargetedUsersToProtect',
  holds: (policy) => textsIn(policy, 'TargetedUsersToProtect')?.length !== 0,
};

/** Domains whose mail may pass for anybody (Set-AntiPhishPolicy, -ExcludedDomains): not those at which anybody can have an address. */
const trustsNobody: Setting = {
  property: 'ExcludedDomains',
  isOptional: true,
  holds: (policy) => {
    const domains = textsIn(policy, 'ExcludedDomains');
    if (domains === null && isSet(policy, 'ExcludedDomains')) return null;
    return publicMailDomains(domains ?? []).length === 0;
  },
};

const antiPhishingSettings: readonly Setting[] = [
  on,
  isWithin('PhishThresholdLevel', 3, 4),
  ...['EnableSpoofIntelligence', 'EnableMailboxIntelligence', 'EnableMailboxIntelligenceProtection'].map(isOn),
  isOneOf('MailboxIntelligenceProtectionAction', ['quarantine', 'movetojmf']),
  isOn('EnableOrganizationDomainsProtection'),
  isOn('EnableTargetedUserProtection'),
  hasSomebody,
  trustsNobody,
  quarantined('TargetedUserProtectionAction'),
  quarantined('TargetedDomainProtectionAction'),
  ...tips.map(isOn),
  isOn('HonorDmarcPolicy'),
];

/**
 * Without the license, a tenant whose settings are read is told so, and Secure Score is no stand-in for what would not be judged. Where
 * settings are never read it speaks as ever. Where they, or the licenses, were not read this time, it is not known which of the two
 * holds, and neither is said.
 */
const unlessUnlicensed =
  (evaluate: Check['evaluate']): Check['evaluate'] =>
  (facts, context) => {
    const reason = failureOfDataset(facts[kind.policies])?.reason;
    if (reason === undefined || reason === 'notAvailable' || reason === 'notOffered') return evaluate(facts, context);
    const isLicensed = hasDefender(facts);
    if (isLicensed === false && reason !== 'couldNotCheck') return withoutDefender();
    const mayBeKnownSoon = failureOfDataset(facts.subscribedSkus)?.reason === 'couldNotCheck';
    return isLicensed === false || mayBeKnownSoon
      ? missingAlternatives(facts, [kind.policies, 'subscribedSkus'])
      : evaluate(facts, context);
  };

/** CIS Microsoft 365 v7, 2.1.7; CISA MS.SECURITYSUITE.2. */
export const impersonationChecks: readonly Check[] = [
  {
    id: 'exo.antiphish',
    title: 'Anti-phishing policies protect users',
    findingTitle: 'Anti-phishing policies are weaker than Microsoft recommends',
    category: 'mail-flow',
    severity: 'high',
    endangers: 'mail',
    frameworks: { cis: ['2.1.7'] },
    datasets: [kind.policies],
    standIn: ['secureScores'],
    helpful: [kind.rules, ...reachDatasets, 'domains', 'secureScoreControlProfiles'],
    recommendation: `${antiPhishing}: set the phishing threshold to 3 or higher and turn on mailbox intelligence and impersonation protection for users and domains.`,
    impact:
      'Messages that impersonate management or suppliers reach employees: invoices are paid to the wrong account and passwords given away.',
    evaluate: unlessUnlicensed(
      elseSecureScore(
        'antiPhishPolicies',
        protects({
          kind,
          settings: () => antiPhishingSettings,
          words: {
            good: 'Anti-phishing policies are set as Microsoft recommends',
            bad: 'Anti-phishing policies are weaker than Microsoft recommends',
          },
          needsDefender: true,
        }),
        [
          'mdo_antiphishingpolicies',
          'mdo_phishthresholdlevel',
          'mdo_targetedusersprotection',
          'mdo_enablemailboxintelligence',
        ],
        'Anti-phishing policies are set as Microsoft recommends',
        'Anti-phishing policies are weaker than Microsoft recommends',
        true,
      ),
    ),
  },
  check({
    id: 'mdo.spoof',
    title: 'Forged mail is quarantined',
    findingTitle: 'Forged mail is not quarantined, or users are not warned',
    severity: 'medium',
    frameworks: { prowler: ['defender_antiphishing_policy_configured'] },
    settings: () => [
      on,
      ...['EnableSpoofIntelligence', 'HonorDmarcPolicy'].map(isOn),
      quarantined('AuthenticationFailAction'),
      isOneOf('DmarcRejectAction', ['quarantine', 'reject']),
      quarantined('DmarcQuarantineAction'),
      ...['EnableFirstContactSafetyTips', 'EnableUnauthenticatedSender', 'EnableViaTag'].map(isOn),
    ],
    words: {
      good: 'Forged mail is quarantined, and users are warned',
      bad: 'Forged mail is not quarantined, or users are not warned',
    },
    needsDefender: false,
    recommendation: `${antiPhishing} > the policy: turn on spoof intelligence, honor DMARC, quarantine what fails, and turn on the first contact tip, the question mark and the "via" tag.`,
    impact: 'A message whose sender is forged is delivered like any other, and nothing in it warns the reader.',
  }),
  check({
    id: 'mdo.impersonation.users',
    title: 'Nobody can pass for the people who matter',
    findingTitle: 'Mail can pass for people who matter',
    severity: 'medium',
    frameworks: { scuba: ['MS.SECURITYSUITE.2.1v1'] },
    settings: ({ exemption }) => [
      on,
      isOn('EnableTargetedUserProtection'),
      quarantined('TargetedUserProtectionAction'),
      holdsAll('TargetedUsersToProtect', exemption.sensitiveUsers, addressOf),
      trustsNobody,
    ],
    words: {
      good: 'Mail that passes for named people is quarantined',
      bad: 'Mail that passes for people who matter is not quarantined',
    },
    needsDefender: true,
    recommendation: `${antiPhishing} > the policy > Impersonation: protect the people whose word moves money or rights, and quarantine what passes for them.`,
    impact: 'A message that seems to come from the chief executive asks for a payment, and it is made.',
  }),
  check({
    id: 'mdo.impersonation.domains',
    title: 'Nobody can pass for the organization’s domains',
    findingTitle: 'Mail can pass for domains that look like the organization’s own',
    severity: 'medium',
    frameworks: { scuba: ['MS.SECURITYSUITE.2.2v1'] },
    settings: () => [
      on,
      isOn('EnableOrganizationDomainsProtection'),
      quarantined('TargetedDomainProtectionAction'),
      trustsNobody,
    ],
    words: {
      good: 'Mail from domains that look like the own ones is quarantined',
      bad: 'Mail from domains that look like the own ones is not quarantined',
    },
    needsDefender: true,
    recommendation: `${antiPhishing} > the policy > Impersonation: include the domains that you own, and quarantine what passes for them.`,
    impact: 'A domain with one letter changed writes to employees, and they take it for a colleague.',
  }),
  check({
    id: 'mdo.impersonation.partners',
    title: 'Nobody can pass for partners',
    findingTitle: 'Mail can pass for partners',
    severity: 'low',
    frameworks: { scuba: ['MS.SECURITYSUITE.2.3v1'] },
    settings: ({ exemption }) => [
      on,
      isOn('EnableTargetedDomainsProtection'),
      quarantined('TargetedDomainProtectionAction'),
      holdsAll('TargetedDomainsToProtect', exemption.partnerDomains, plain),
      trustsNobody,
    ],
    words: {
      good: 'Mail that passes for named partners is quarantined',
      bad: 'Mail that passes for partners is not quarantined',
    },
    needsDefender: true,
    recommendation: `${antiPhishing} > the policy > Impersonation: add the domains of suppliers and partners, and quarantine what passes for them.`,
    impact: 'An invoice from a domain that looks like the supplier’s is paid to another account.',
  }),
  check({
    id: 'mdo.tips',
    title: 'Users are warned of strange senders',
    findingTitle: 'Users are not warned of strange senders',
    severity: 'low',
    frameworks: { scuba: ['MS.SECURITYSUITE.2.4v1'] },
    settings: () => [on, ...[...tips, 'EnableUnauthenticatedSender', 'EnableViaTag'].map(isOn)],
    words: { good: 'Users are warned of strange senders', bad: 'Users are not warned of all strange senders' },
    needsDefender: true,
    recommendation: `${antiPhishing} > the policy > Actions: turn on every safety tip and indicator.`,
    impact: 'Nothing tells a reader that this sender has never written before, or only looks like somebody else.',
  }),
];

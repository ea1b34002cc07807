import type { JsonObject } from '../../facts/json-reader.ts';
import { configurationOf, refusedType, ruleOf, withDefender } from '../../testing/configuration.ts';
import { scored } from '../../testing/snapshots.ts';
import { settings, settingsTable, statusTable, switches } from '../../testing/status-table.ts';
import { verdictTable } from '../../testing/verdict-table.ts';

const main = 'Office365 AntiPhish Default';
const phish = (of: JsonObject, more: JsonObject = withDefender): JsonObject => ({
  ...configurationOf({ antiPhishPolicies: [{ Identity: main, MakeDefault: true, ...of }], antiPhishRules: [] }),
  ...more,
});
const quarantined = (...properties: string[]) => ({
  good: Object.fromEntries(properties.map((property) => [property, 'Quarantine'])),
  alsoGood: Object.fromEntries(properties.map((property) => [property, ['quarantine ']])),
  bad: Object.fromEntries(properties.map((property) => [property, ['MoveToJmf', 'NoAction', 'BccMessage']])),
});
const tips = switches(
  'on',
  'EnableFirstContactSafetyTips',
  'EnableSimilarUsersSafetyTips',
  'EnableSimilarDomainsSafetyTips',
  'EnableUnusualCharactersSafetyTips',
);
const on = switches('on', 'Enabled');

const antiPhishing = settings(
  on,
  {
    good: { PhishThresholdLevel: '3' },
    alsoGood: { PhishThresholdLevel: [3, 4, '4'] },
    bad: { PhishThresholdLevel: [2, '1', 5] },
  },
  switches('on', 'EnableSpoofIntelligence', 'EnableMailboxIntelligence', 'EnableMailboxIntelligenceProtection'),
  {
    good: { MailboxIntelligenceProtectionAction: 'MoveToJmf' },
    alsoGood: { MailboxIntelligenceProtectionAction: ['Quarantine'] },
    bad: { MailboxIntelligenceProtectionAction: ['NoAction', 'BccMessage'] },
  },
  switches('on', 'EnableOrganizationDomainsProtection', 'EnableTargetedUserProtection'),
  {
    good: { TargetedUsersToProtect: ['Ada;ada@contoso.com'] },
    alsoGood: { TargetedUsersToProtect: [undefined, 'Ada;ada@contoso.com'] },
    bad: { TargetedUsersToProtect: [[], ''] },
    optional: ['TargetedUsersToProtect'],
  },
  {
    good: { ExcludedDomains: ['partner.example'] },
    alsoGood: { ExcludedDomains: [[], 'partner.example'] },
    bad: { ExcludedDomains: [['partner.example', 'Gmail.com'], '@outlook.com'] },
    optional: ['ExcludedDomains'],
  },
  quarantined('TargetedUserProtectionAction', 'TargetedDomainProtectionAction'),
  tips,
  switches('on', 'HonorDmarcPolicy'),
);
settingsTable('exo.antiphish', phish, antiPhishing, {
  dataset: 'antiPhishPolicies',
  of: 'Office365 AntiPhish Default',
  good: 'Anti-phishing policies are set as Microsoft recommends (Office365 AntiPhish Default).',
  bad: 'Anti-phishing policies are weaker than Microsoft recommends (Office365 AntiPhish Default).',
});

const controls = [
  'mdo_antiphishingpolicies',
  'mdo_phishthresholdlevel',
  'mdo_targetedusersprotection',
  'mdo_enablemailboxintelligence',
];
const score = (...percents: number[]) =>
  scored(percents.map((scoreInPercentage, index) => ({ controlName: controls[index], score: 1, scoreInPercentage })));
const unread = configurationOf({ antiPhishPolicies: refusedType });

verdictTable('exo.antiphish', [
  {
    when: 'policies were refused, and Secure Score covers one of four',
    snapshot: { ...unread, ...score(100) },
    says: 'couldNotCheck',
    message: 'covers only 1 of 4 of these settings in the tenant (from … 2026-11-19).',
    evidence: ['secureScores: mdo_antiphishingpolicies: 1 of … points, from Microsoft Secure Score as of 2026-11-19'],
  },
]);
statusTable('exo.antiphish', [
  ['policies were refused, and Secure Score is in full', { ...unread, ...score(100, 100, 100, 100) }, 'pass'],
  ['policies were refused, and one control is not in full', { ...unread, ...score(100, 50) }, 'fail'],
  ['policies were refused, and there is no Secure Score', unread, 'notPermitted'],
  [
    'policies are lax, and Secure Score is in full',
    { ...phish({ ...antiPhishing.good, Enabled: false }), ...score(100, 100, 100, 100) },
    'fail',
  ],
  ['nothing was collected', {}, 'couldNotCheck'],
]);

settingsTable(
  'mdo.spoof',
  (of) => phish(of, {}),
  settings(
    on,
    switches('on', 'EnableSpoofIntelligence', 'HonorDmarcPolicy'),
    quarantined('AuthenticationFailAction'),
    {
      good: { DmarcRejectAction: 'Reject' },
      alsoGood: { DmarcRejectAction: ['Quarantine'] },
      bad: { DmarcRejectAction: ['MoveToJmf', 'NoAction'] },
    },
    quarantined('DmarcQuarantineAction'),
    switches('on', 'EnableFirstContactSafetyTips', 'EnableUnauthenticatedSender', 'EnableViaTag'),
  ),
  {
    dataset: 'antiPhishPolicies',
    of: 'Office365 AntiPhish Default',
    good: 'Forged mail is quarantined, and users are warned (Office365 AntiPhish Default).',
    bad: 'Forged mail is not quarantined, or users are not warned (Office365 AntiPhish Default).',
  },
);
settingsTable('mdo.tips', phish, settings(on, tips, switches('on', 'EnableUnauthenticatedSender', 'EnableViaTag')), {
  dataset: 'antiPhishPolicies',
  of: 'Office365 AntiPhish Default',
  good: 'Users are warned of strange senders (Office365 AntiPhish Default).',
  bad: 'Users are not warned of all strange senders (Office365 AntiPhish Default).',
});
settingsTable(
  'mdo.impersonation.domains',
  phish,
  settings(on, switches('on', 'EnableOrganizationDomainsProtection'), quarantined('TargetedDomainProtectionAction')),
  {
    dataset: 'antiPhishPolicies',
    of: 'Office365 AntiPhish Default',
    good: 'Mail from domains that look like the own ones is quarantined (Office365 AntiPhish Default).',
    bad: 'Mail from domains that look like the own ones is not quarantined (Office365 AntiPhish Default).',
  },
);

const declared = (policyId: string, of: JsonObject): JsonObject => ({
  ...withDefender,
  exemptions: { [policyId]: of },
});
const people = (...sensitiveUsers: string[]) => declared('MS.SECURITYSUITE.2.1v1', { sensitiveUsers });
const partners = (...partnerDomains: string[]) => declared('MS.SECURITYSUITE.2.3v1', { partnerDomains });
const guarded = settings(
  on,
  switches('on', 'EnableTargetedUserProtection'),
  quarantined('TargetedUserProtectionAction'),
  {
    good: { TargetedUsersToProtect: ['Ada Lovelace;Ada@contoso.com', 'bo@contoso.com'] },
    alsoGood: { TargetedUsersToProtect: ['Ada;ada@contoso.com'] },
    bad: { TargetedUsersToProtect: [[], 'Bo;bo@contoso.com'] },
  },
);
settingsTable('mdo.impersonation.users', (of) => phish(of, people('ada@contoso.com')), guarded, {
  dataset: 'antiPhishPolicies',
  of: 'Office365 AntiPhish Default',
  good: 'Mail that passes for named people is quarantined (Office365 AntiPhish Default).',
  bad: 'Mail that passes for people who matter is not quarantined (Office365 AntiPhish Default).',
});
verdictTable('mdo.impersonation.users', [
  {
    when: 'one of two declared is not protected',
    snapshot: phish(guarded.good, people('ada@contoso.com', 'cy@contoso.com')),
    says: 'fail',
    message: `Mail that passes for people who matter is not quarantined (${main}).`,
    evidence: [
      `antiPhishPolicies: Enabled = true (${main})`,
      `antiPhishPolicies: EnableTargetedUserProtection = true (${main})`,
      `antiPhishPolicies: TargetedUserProtectionAction = Quarantine (${main})`,
      `antiPhishPolicies: TargetedUsersToProtect = Ada Lovelace;Ada@contoso.com, bo@contoso.com (${main})`,
    ],
  },
]);
statusTable('mdo.impersonation.users', [
  [
    'both declared are protected, in other forms',
    phish(guarded.good, people('Ada;ADA@contoso.com', ' bo@contoso.com ')),
    'pass',
  ],
  ['nobody is declared, and somebody protected', phish(guarded.good), 'couldNotCheck'],
  ['nobody is declared, and nobody protected', phish({ ...guarded.good, TargetedUsersToProtect: [] }), 'fail'],
  [
    'nobody is declared, and protection is off',
    phish({ ...guarded.good, EnableTargetedUserProtection: false }),
    'fail',
  ],
  ['policies were refused', configurationOf({ antiPhishPolicies: refusedType }), 'notPermitted'],
]);

const trusted = settings(
  on,
  switches('on', 'EnableTargetedDomainsProtection'),
  quarantined('TargetedDomainProtectionAction'),
  {
    good: { TargetedDomainsToProtect: ['Fabrikam.com', 'a.example'] },
    alsoGood: { TargetedDomainsToProtect: ['fabrikam.com'] },
    bad: { TargetedDomainsToProtect: [[], 'a.example', 'x;fabrikam.com'] },
  },
);
settingsTable('mdo.impersonation.partners', (of) => phish(of, partners(' FABRIKAM.com')), trusted, {
  dataset: 'antiPhishPolicies',
  of: 'Office365 AntiPhish Default',
  good: 'Mail that passes for named partners is quarantined (Office365 AntiPhish Default).',
  bad: 'Mail that passes for partners is not quarantined (Office365 AntiPhish Default).',
});
statusTable('mdo.impersonation.partners', [
  ['none is declared, and one protected', phish(trusted.good), 'couldNotCheck'],
  ['none is declared, and none protected', phish({ ...trusted.good, TargetedDomainsToProtect: [] }), 'fail'],
  ['policies were not collected', withDefender, 'couldNotCheck'],
]);

statusTable('mdo.impersonation.domains', [
  [
    'an own policy protects every domain, the default none',
    {
      ...configurationOf({
        antiPhishPolicies: [
          { Identity: main, Enabled: true, EnableOrganizationDomainsProtection: false },
          {
            Identity: 'All',
            Enabled: true,
            EnableOrganizationDomainsProtection: true,
            TargetedDomainProtectionAction: 'Quarantine',
          },
        ],
        antiPhishRules: [ruleOf('AntiPhishPolicy', 'All', { RecipientDomainIs: ['contoso.com'] })],
        acceptedDomains: [{ Identity: 'contoso.com' }],
      }),
      ...withDefender,
    },
    'pass',
  ],
]);

import { truncate } from '@tenantry/contract/text';
import { isOnMicrosoft } from '../../../mailflow/on-microsoft.ts';
import { flagIn, textIn, textsIn } from '../../facts/configuration-properties.ts';
import { factOf } from '../../facts/facts.ts';
import type { JsonObject } from '../../facts/json-reader.ts';
import { named } from '../../facts/sentence-parts.ts';
import { identityOf } from '../../facts/tenant-configuration.ts';
import { elseSecureScore } from '../secure-score/secure-score-stand-in.ts';
import { type Check, verdict } from '../shared/check.ts';
import {
  isOff,
  isOn,
  isWithin,
  organizationSettings,
  type Setting,
  settingEvidence,
  settingsOf,
} from '../shared/configured-settings.ts';
import { missingData, withData } from '../shared/missing-data.ts';

const policyName = (policy: JsonObject) => truncate(identityOf(policy), 100);
const names = (list: readonly JsonObject[]) => named(list.map(policyName));

/** Whether a mailbox policy is the one for whoever has no other; null where it does not say. */
const isDefault = (policy: JsonObject): boolean | null =>
  flagIn(policy, 'IsDefault') ?? (/-default$|^default /i.test(identityOf(policy)) ? true : null);

/**
 * Mailbox policies: the default one binds whoever has no other. Who has which of the others cannot be seen.
 * @param others whether they count too
 */
function mailboxPolicies(
  dataset: 'owaMailboxPolicies' | 'roleAssignmentPolicies',
  settings: readonly Setting[],
  words: { good: string; bad: string },
  others: 'count' | 'named',
): Check['evaluate'] {
  return withData([dataset], ([policies]) => {
    const judged = policies.map((policy) => ({ policy, ...settingsOf(dataset, policy, settings) }));
    const evidence = judged.flatMap((one) => one.evidence).slice(0, 20);
    if (judged.length === 0) return verdict('couldNotCheck', 'Microsoft’s snapshot holds no such policy.');
    // Where none says that it is the default one, each may be.
    const isToldApart = judged.some(({ policy }) => isDefault(policy) === true);
    const binding = judged.filter(({ policy }) => !isToldApart || isDefault(policy) !== false);
    const rest = judged.filter((one) => !binding.includes(one));
    const wrong = binding.filter((one) => one.wrong.length > 0);
    if (wrong.length > 0)
      return verdict('fail', `${words.bad} (${names(wrong.map(({ policy }) => policy))}).`, evidence);
    if (binding.length === 0 || binding.some(({ silent }) => silent.length > 0))
      return verdict('couldNotCheck', 'Microsoft’s snapshot does not say how the default policy is set.', evidence);
    const lax = rest.filter((one) => one.wrong.length > 0 || one.silent.length > 0).map(({ policy }) => policy);
    if (lax.length === 0) return verdict('pass', `${words.good}.`, evidence);
    return others === 'count'
      ? verdict(
          'warning',
          `${words.good} by the default policy. Others are not so strict, and which mailboxes have them cannot be seen: ${names(lax)}.`,
          evidence,
        )
      : verdict(
          'pass',
          `${words.good} by the default policy. Others are for the mailboxes they were assigned to: ${names(lax)}.`,
          evidence,
        );
  });
}

const addInRoles = new Set(['my custom apps', 'my marketplace apps', 'my readwritemailbox apps']);
const noAddIns: Setting = {
  property: 'Roles',
  holds: (policy) => {
    const roles = textsIn(policy, 'Roles');
    return roles === null ? null : !roles.some((role) => addInRoles.has(role.trim().toLowerCase()));
  },
};

/** Off altogether, or not for whoever has the default mailbox policy: either is enough. */
const bookings: Check['evaluate'] = (facts) => {
  const config = factOf(facts, 'exchangeOrganizationConfig');
  const policies = factOf(facts, 'owaMailboxPolicies');
  const key = 'BookingsMailboxCreationEnabled';
  const states = (config ?? []).map((one) => flagIn(one, 'BookingsEnabled'));
  const main = (policies ?? []).filter((policy) => isDefault(policy) === true);
  const evidence = [
    ...(config ?? []).map((one) => settingEvidence('exchangeOrganizationConfig', one, 'BookingsEnabled')),
    ...main.map((policy) => settingEvidence('owaMailboxPolicies', policy, key)),
  ];
  if (states.length > 0 && states.every((state) => state === false))
    return verdict('pass', 'Bookings is off for the organization.', evidence);
  if (main.length > 0 && main.every((policy) => flagIn(policy, key) === false))
    return verdict('pass', 'The default mailbox policy lets nobody create shared bookings pages.', evidence);
  if (config === undefined) return missingData(facts, ['exchangeOrganizationConfig']);
  if (policies === undefined) return missingData(facts, ['owaMailboxPolicies']);
  const isOpen = main.length === 0 || main.some((policy) => flagIn(policy, key) === true);
  if (isOpen && states.includes(true)) return verdict('fail', 'Everyone can create shared bookings pages.', evidence);
  return verdict('couldNotCheck', 'Microsoft’s snapshot does not say who can create shared bookings pages.', evidence);
};

type Share = { domain: string; actions: string[] };

/** An entry of a sharing policy: `domain:action,action` (Exchange Online, Set-SharingPolicy, -Domains). */
function shareOf(entry: string): Share {
  const [domain = '', actions = ''] = entry.split(':', 2);
  return { domain: domain.trim().toLowerCase(), actions: actions.split(',').map((one) => one.trim().toLowerCase()) };
}

/** One text may hold several entries. */
const sharesOf = (policy: JsonObject): Share[] =>
  (textsIn(policy, 'Domains') ?? []).flatMap((text) => text.split(';')).map(shareOf);

const isCalendar = (action: string) => action.startsWith('calendarsharing');
const isContacts = (action: string) => action === 'contactssharing';
const withAll = ({ domain }: Share) => domain === '*' || domain === 'anonymous';

function sharing(matters: (share: Share) => boolean, words: { good: string; bad: string }): Check['evaluate'] {
  return withData(['sharingPolicies'], ([policies]) => {
    const active = policies.filter((policy) => flagIn(policy, 'Enabled') !== false);
    const evidence = policies
      .slice(0, 20)
      .flatMap((policy) => [
        settingEvidence('sharingPolicies', policy, 'Enabled'),
        settingEvidence('sharingPolicies', policy, 'Domains'),
      ]);
    if (policies.length === 0) return verdict('couldNotCheck', 'Microsoft’s snapshot holds no sharing policy.');
    const open = active.filter((policy) => sharesOf(policy).some(matters));
    const sure = open.filter((policy) => flagIn(policy, 'Default') !== false);
    if (sure.length > 0) return verdict('fail', `${words.bad} (${names(sure)}).`, evidence);
    if (open.length > 0)
      return verdict(
        'warning',
        `${words.bad} by policies other than the default; which mailboxes have them cannot be seen: ${names(open)}.`,
        evidence,
      );
    if (active.some((policy) => textsIn(policy, 'Domains') === null))
      return verdict('couldNotCheck', 'Microsoft’s snapshot does not say what is shared.', evidence);
    return verdict('pass', `${words.good}.`, evidence);
  });
}

const organization = (
  row: Pick<
    Check,
    'id' | 'title' | 'findingTitle' | 'severity' | 'endangers' | 'category' | 'frameworks' | 'recommendation' | 'impact'
  >,
  settings: readonly Setting[],
  words: { good: string; bad: string },
): Check => ({
  ...row,
  datasets: ['exchangeOrganizationConfig'],
  evaluate: organizationSettings('exchangeOrganizationConfig', settings, words),
});

const sharingPath = 'Exchange admin center > Organization > Sharing > Individual sharing';

/** The domain of one signing configuration. */
const domainOf = (one: JsonObject): string => textIn(one, 'Domain') ?? identityOf(one);

export const exchangeOrganizationChecks: readonly Check[] = [
  {
    id: 'exo.audit',
    title: 'Mailbox auditing is on',
    findingTitle: 'Mailbox auditing is not on for the whole organization',
    category: 'mail-flow',
    severity: 'high',
    endangers: 'mail',
    frameworks: {
      cis: ['6.1.1'],
      scuba: ['MS.EXO.13.1v1'],
      prowler: ['exchange_organization_mailbox_auditing_enabled'],
      nist: ['PR.PS-04'],
      iso: ['A.8.15'],
    },
    datasets: ['exchangeOrganizationConfig'],
    standIn: ['secureScores'],
    helpful: ['secureScoreControlProfiles'],
    recommendation:
      'In Exchange Online PowerShell run Set-OrganizationConfig -AuditDisabled $false. Individual mailboxes can bypass auditing, which Microsoft Graph does not show: list them with Get-MailboxAuditBypassAssociation -ResultSize Unlimited | Where-Object AuditBypassEnabled.',
    impact: 'After a breach, nobody can tell which messages were read or which rules were created.',
    evaluate: elseSecureScore(
      'exchangeOrganizationConfig',
      organizationSettings('exchangeOrganizationConfig', [isOff('AuditDisabled')], {
        good: 'Mailbox auditing is on for the organization; whether individual mailboxes bypass it cannot be seen',
        bad: 'Mailbox auditing is off for the organization',
      }),
      ['exo_mailboxaudit'],
      'Mailbox auditing is on for the organization; whether individual mailboxes bypass it cannot be seen',
      'Mailbox auditing is not on for the whole organization',
    ),
  },
  organization(
    {
      id: 'exo.mailtips',
      title: 'MailTips warn senders',
      findingTitle: 'MailTips do not warn senders',
      category: 'mail-flow',
      severity: 'low',
      endangers: 'mail',
      frameworks: { cis: ['6.5.2'], prowler: ['exchange_organization_mailtips_enabled'] },
      recommendation:
        'In Exchange Online PowerShell run Set-OrganizationConfig -MailTipsAllTipsEnabled $true -MailTipsExternalRecipientsTipsEnabled $true -MailTipsGroupMetricsEnabled $true -MailTipsLargeAudienceThreshold 25.',
      impact: 'Nobody is told before a message goes to somebody outside, or to hundreds of people at once.',
    },
    [
      isOn('MailTipsAllTipsEnabled'),
      isOn('MailTipsExternalRecipientsTipsEnabled'),
      isOn('MailTipsGroupMetricsEnabled'),
      isWithin('MailTipsLargeAudienceThreshold', 0, 25),
    ],
    { good: 'MailTips warn of recipients outside and of large audiences', bad: 'MailTips do not warn of everything' },
  ),
  organization(
    {
      id: 'exo.lockbox',
      title: 'Customer Lockbox is on',
      findingTitle: 'Customer Lockbox is off',
      category: 'secure-score',
      severity: 'low',
      endangers: 'data',
      frameworks: { cis: ['1.3.6'], prowler: ['admincenter_organization_customer_lockbox_enabled'] },
      recommendation:
        'Microsoft 365 admin center > Settings > Org settings > Security & privacy > Customer lockbox: require approval for all data access requests.',
      impact: 'Engineers of Microsoft can open data of the organization during a support case without its approval.',
    },
    [isOn('CustomerLockboxEnabled')],
    { good: 'Customer Lockbox is on', bad: 'Customer Lockbox is off' },
  ),
  {
    id: 'exo.bookings',
    title: 'Not everyone can publish bookings pages',
    findingTitle: 'Everyone can publish shared bookings pages',
    category: 'secure-score',
    severity: 'low',
    endangers: 'some',
    frameworks: { cis: ['1.3.9'], prowler: ['admincenter_shared_bookings_disabled'] },
    datasets: ['exchangeOrganizationConfig'],
    helpful: ['owaMailboxPolicies'],
    recommendation:
      'In Exchange Online PowerShell run Set-OwaMailboxPolicy -Identity OwaMailboxPolicy-Default -BookingsMailboxCreationEnabled $false, and give those who need it a policy of their own.',
    impact: 'A bookings page gets a mailbox with an address that looks like anybody’s: a ready cloak for fraud.',
    evaluate: bookings,
  },
  {
    id: 'exo.owa.accounts',
    title: 'No personal accounts in Outlook',
    findingTitle: 'Personal accounts can be added to Outlook',
    category: 'secure-score',
    severity: 'low',
    endangers: 'data',
    frameworks: { cis: ['6.3.2'], prowler: ['exchange_owa_mailbox_policy_personal_accounts_disabled'] },
    datasets: ['owaMailboxPolicies'],
    recommendation:
      'In Exchange Online PowerShell run Set-OwaMailboxPolicy -Identity OwaMailboxPolicy-Default -PersonalAccountsEnabled $false -PersonalAccountCalendarsEnabled $false.',
    impact:
      'Mail and files of the organization are moved to private mailboxes within the same window, past every policy.',
    evaluate: mailboxPolicies(
      'owaMailboxPolicies',
      [isOff('PersonalAccountsEnabled'), isOff('PersonalAccountCalendarsEnabled')],
      {
        good: 'Personal accounts and calendars cannot be added to Outlook',
        bad: 'Personal accounts or calendars can be added to Outlook',
      },
      'named',
    ),
  },
  {
    id: 'exo.owa.storage',
    title: 'No third-party storage in Outlook on the web',
    findingTitle: 'Third-party storage can be used in Outlook on the web',
    category: 'secure-score',
    severity: 'low',
    endangers: 'data',
    frameworks: { cis: ['6.5.3'], prowler: ['exchange_mailbox_policy_additional_storage_restricted'] },
    datasets: ['owaMailboxPolicies'],
    recommendation:
      'In Exchange Online PowerShell run Set-OwaMailboxPolicy -Identity OwaMailboxPolicy-Default -AdditionalStorageProvidersAvailable $false, and the same for the other policies.',
    impact: 'Attachments are saved to and sent from services that nobody has looked at, with one click.',
    evaluate: mailboxPolicies(
      'owaMailboxPolicies',
      [isOff('AdditionalStorageProvidersAvailable')],
      {
        good: 'Third-party storage cannot be used in Outlook on the web',
        bad: 'Third-party storage can be used in Outlook on the web',
      },
      'count',
    ),
  },
  {
    id: 'exo.addins',
    title: 'Users cannot install Outlook add-ins',
    findingTitle: 'Users can install Outlook add-ins',
    category: 'secure-score',
    severity: 'medium',
    endangers: 'mail',
    frameworks: { cis: ['6.3.1'], prowler: ['exchange_roles_assignment_policy_addins_disabled'] },
    datasets: ['roleAssignmentPolicies'],
    recommendation:
      'Exchange admin center > Roles > User roles > Default Role Assignment Policy: clear My Custom Apps, My Marketplace Apps and My ReadWriteMailbox Apps.',
    impact: 'An add-in from a stranger reads and sends mail with the rights of the user who has installed it.',
    evaluate: mailboxPolicies(
      'roleAssignmentPolicies',
      [noAddIns],
      { good: 'Users cannot install Outlook add-ins', bad: 'Users can install Outlook add-ins' },
      'count',
    ),
  },
  {
    id: 'exo.sharing',
    title: 'Calendars are not shared outside',
    findingTitle: 'Calendars can be shared with people outside',
    category: 'external-sharing',
    severity: 'low',
    endangers: 'data',
    frameworks: { cis: ['1.3.3'], prowler: ['admincenter_external_calendar_sharing_disabled'] },
    datasets: ['sharingPolicies'],
    recommendation:
      'Microsoft 365 admin center > Settings > Org settings > Calendar: clear "Let your users share their calendars with people outside of your organization".',
    impact: 'Who meets whom, when and about what is told to outsiders: material for messages that people believe.',
    evaluate: sharing(({ actions }) => actions.some(isCalendar), {
      good: 'Calendars cannot be shared outside',
      bad: 'Calendars can be shared with people outside',
    }),
  },
  {
    id: 'exo.sharing.contacts',
    title: 'Contacts are not shared with everybody',
    findingTitle: 'Contact folders can be shared with every domain',
    category: 'external-sharing',
    severity: 'low',
    endangers: 'data',
    frameworks: { scuba: ['MS.EXO.6.1v1'] },
    datasets: ['sharingPolicies'],
    recommendation: `${sharingPath}: in every policy take away contacts sharing for all domains and for anonymous people.`,
    impact: 'The addresses of customers and colleagues are open to anybody who is sent an invitation.',
    evaluate: sharing((share) => withAll(share) && share.actions.some(isContacts), {
      good: 'Contacts cannot be shared with every domain',
      bad: 'Contacts can be shared with every domain',
    }),
  },
  {
    id: 'exo.sharing.calendar',
    title: 'Calendars are not shared with everybody',
    findingTitle: 'Calendars can be shared with every domain or published',
    category: 'external-sharing',
    severity: 'low',
    endangers: 'data',
    frameworks: { scuba: ['MS.EXO.6.2v1'] },
    datasets: ['sharingPolicies'],
    recommendation: `${sharingPath}: in every policy take away calendar sharing for all domains and for anonymous people.`,
    impact: 'Anybody on the internet who has the link reads when a person is where, and with whom.',
    evaluate: sharing((share) => withAll(share) && share.actions.some(isCalendar), {
      good: 'Calendars cannot be shared with every domain',
      bad: 'Calendars can be shared with every domain or published',
    }),
  },
  {
    id: 'exo.dkim',
    title: 'DKIM signing is on in Exchange',
    findingTitle: 'DKIM signing is off in Exchange for some domains',
    category: 'mail-flow',
    severity: 'medium',
    endangers: 'mail',
    frameworks: { prowler: ['defender_domain_dkim_enabled'] },
    datasets: ['dkimSigningConfig'],
    recommendation:
      'Microsoft Defender portal > Email & collaboration > Policies & rules > Threat policies > Email authentication settings > DKIM: turn on signing for each domain.',
    impact: 'Mail of the organization carries no proof of where it comes from, and forged mail looks no different.',
    evaluate: withData(['dkimSigningConfig'], ([configs]) => {
      // Microsoft signs for its own names, whatever their switch says: it cannot be turned on there (as for dns.dkim).
      const asked = configs.filter((one) => !isOnMicrosoft(domainOf(one).toLowerCase()));
      const evidence = configs.slice(0, 20).map((one) => settingEvidence('dkimSigningConfig', one, 'Enabled'));
      const off = asked.filter((one) => flagIn(one, 'Enabled') === false);
      if (off.length > 0)
        return verdict(
          'fail',
          `DKIM signing is off for ${named(off.map((one) => truncate(domainOf(one), 100)))}.`,
          evidence,
        );
      if (configs.length === 0 || asked.some((one) => flagIn(one, 'Enabled') === null))
        return verdict(
          'couldNotCheck',
          'Microsoft’s snapshot does not say for which domains DKIM signing is on.',
          evidence,
        );
      return verdict('pass', 'DKIM signing is on for every domain that Exchange signs for.', evidence);
    }),
  },
];

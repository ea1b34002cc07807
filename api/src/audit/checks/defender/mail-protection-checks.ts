import { type Check, evidenceFrom } from '../../check.ts';
import { flagIn, textsIn } from '../../configuration-properties.ts';
import { factOf } from '../../facts.ts';
import type { JsonObject } from '../../json-reader.ts';
import { missingData } from '../../missing-data.ts';
import {
  isEmpty,
  isNotEmpty,
  isOff,
  isOn,
  isOneOf,
  isWithin,
  organizationSettings,
  type Setting,
  type SettingsWords,
  verdictOnSettings,
} from '../configured-settings.ts';
import { clickToRunTypes, riskyAttachmentTypes } from './attachment-types.ts';
import {
  hasDefender,
  type ProtectionKind,
  protectionKinds,
  protects,
  reachDatasets,
  withoutDefender,
} from './protection-check.ts';

const threatPolicies = 'Microsoft Defender portal > Email & collaboration > Policies & rules > Threat policies';

type Row = Pick<Check, 'id' | 'title' | 'findingTitle' | 'severity' | 'frameworks' | 'recommendation' | 'impact'> & {
  kind: ProtectionKind;
  settings: readonly Setting[];
  words: SettingsWords;
};

export const byReach = ({ kind, settings, words, ...row }: Row): Check => ({
  ...row,
  category: 'mail-flow',
  endangers: 'mail',
  datasets: [kind.policies],
  helpful: [kind.rules, ...reachDatasets, 'domains'],
  evaluate: protects({ kind, settings: () => settings, words }),
});

const blocks = (types: readonly string[]): Setting => ({
  property: 'FileTypes',
  holds(policy) {
    const listed = textsIn(policy, 'FileTypes');
    if (listed === null) return null;
    const known = new Set(listed.map((one) => one.trim().toLowerCase().replace(/^\./, '')));
    return types.every((type) => known.has(type));
  },
});

const moved = ['movetojmf', 'quarantine', 'redirect', 'delete'];

const { malware, safeAttachments, safeLinks, spam, outbound } = protectionKinds;

/** CIS Microsoft 365 v7, 2.1; CISA MS.SECURITYSUITE.1, 6 and 7. */
const rows: readonly Row[] = [
  {
    id: 'mdo.malware.filter',
    title: 'The common attachments filter is on',
    findingTitle: 'The common attachments filter is off for some or all',
    severity: 'high',
    frameworks: {
      cis: ['2.1.2'],
      prowler: ['defender_malware_policy_common_attachments_filter_enabled'],
      nist: ['PR.PS-05'],
      iso: ['A.8.7'],
    },
    kind: malware,
    settings: [isOn('EnableFileFilter')],
    words: { good: 'Dangerous attachment types are blocked', bad: 'Dangerous attachment types are not blocked' },
    recommendation: `${threatPolicies} > Anti-malware > the policy > Protection settings: turn on "Enable the common attachments filter".`,
    impact: 'A program comes as an attachment, is opened by one user, and runs on a computer of the organization.',
  },
  {
    id: 'mdo.malware.types',
    title: 'Programs and scripts are blocked as attachments',
    findingTitle: 'Programs or scripts can be sent as attachments',
    severity: 'high',
    frameworks: { scuba: ['MS.SECURITYSUITE.1.1v1'] },
    kind: malware,
    settings: [isOn('EnableFileFilter'), blocks(clickToRunTypes)],
    words: {
      good: 'Programs and scripts are blocked as attachments',
      bad: 'Programs or scripts can be sent as attachments',
    },
    recommendation: `${threatPolicies} > Anti-malware > the policy > Protection settings: turn on the common attachments filter, with exe, cmd and vbe among its types.`,
    impact: 'An attachment that one click runs reaches mailboxes, and sooner or later somebody clicks.',
  },
  {
    id: 'mdo.malware.comprehensive',
    title: 'All risky attachment types are blocked',
    findingTitle: 'Risky attachment types are not blocked',
    severity: 'low',
    frameworks: {
      cis: ['2.1.11'],
      prowler: ['defender_malware_policy_comprehensive_attachments_filter_applied'],
    },
    kind: malware,
    settings: [isOn('EnableFileFilter'), blocks(riskyAttachmentTypes)],
    words: { good: 'All risky attachment types are blocked', bad: 'Not all risky attachment types are blocked' },
    recommendation: `${threatPolicies} > Anti-malware > the policy > Protection settings > Select file types: add the types that the help article lists.`,
    impact: 'Attackers send what the short list misses: archives, disk images, old Office formats with macros.',
  },
  {
    id: 'mdo.malware.zap',
    title: 'Malware is removed after delivery',
    findingTitle: 'Malware that was delivered is not removed',
    severity: 'medium',
    frameworks: { scuba: ['MS.SECURITYSUITE.1.2v1'] },
    kind: malware,
    settings: [isOn('ZapEnabled')],
    words: { good: 'Malware is removed after delivery', bad: 'Malware that was delivered stays in mailboxes' },
    recommendation: `${threatPolicies} > Anti-malware > the policy > Protection settings: turn on "Enable zero-hour auto purge for malware".`,
    impact: 'What is recognized an hour too late stays in every mailbox that got it, and waits to be opened.',
  },
  {
    id: 'mdo.malware.notify',
    title: 'Administrators hear of malware that users send',
    findingTitle: 'Administrators do not hear of malware that users send',
    severity: 'low',
    frameworks: {
      cis: ['2.1.3'],
      prowler: ['defender_malware_policy_notifications_internal_users_malware_enabled'],
    },
    kind: malware,
    settings: [isOn('EnableInternalSenderAdminNotifications'), isNotEmpty('InternalSenderAdminAddress')],
    words: {
      good: 'Administrators hear of malware that users send',
      bad: 'Administrators do not hear of malware that users send',
    },
    recommendation: `${threatPolicies} > Anti-malware > the policy > Protection settings: turn on "Notify an admin about undelivered messages from internal senders", with an address.`,
    impact: 'An infected computer sends malware to colleagues, and nobody learns which one it is.',
  },
  {
    id: 'mdo.attachments',
    title: 'Safe Attachments blocks malware for everyone',
    findingTitle: 'Safe Attachments does not block malware for everyone',
    severity: 'medium',
    frameworks: { cis: ['2.1.4'], prowler: ['defender_safe_attachments_policy_enabled'] },
    kind: safeAttachments,
    settings: [
      isOnOrUnsaid('Enable'),
      isOneOf('Action', ['block']),
      isOneOf('QuarantineTag', ['adminonlyaccesspolicy']),
    ],
    words: {
      good: 'Attachments are opened in a sandbox first, and malware is blocked',
      bad: 'Attachments are not opened in a sandbox first, or malware is not blocked',
    },
    recommendation: `${threatPolicies} > Safe attachments: add a policy for all domains with the response Block and the quarantine policy AdminOnlyAccessPolicy.`,
    impact: 'New malware that no signature knows yet reaches mailboxes, and runs when it is opened.',
  },
  {
    id: 'mdo.attachments.action',
    title: 'Attachments are scanned in a sandbox',
    findingTitle: 'Attachments are not scanned in a sandbox for everyone',
    severity: 'medium',
    frameworks: { scuba: ['MS.SECURITYSUITE.1.3v1'] },
    kind: safeAttachments,
    settings: [isOnOrUnsaid('Enable'), isOneOf('Action', ['block', 'dynamicdelivery'])],
    words: {
      good: 'Attachments are scanned in a sandbox',
      bad: 'Attachments are not scanned in a sandbox, or delivered all the same',
    },
    recommendation: `${threatPolicies} > Safe attachments: add a policy for all domains with the response Block.`,
    impact: 'New malware that no signature knows yet reaches mailboxes, and runs when it is opened.',
  },
  {
    id: 'mdo.links',
    title: 'Safe Links checks links everywhere',
    findingTitle: 'Safe Links does not check links everywhere',
    severity: 'medium',
    frameworks: { cis: ['2.1.1'], prowler: ['defender_safelinks_policy_enabled'] },
    kind: safeLinks,
    settings: [
      ...['EnableSafeLinksForEmail', 'EnableSafeLinksForTeams', 'EnableSafeLinksForOffice', 'TrackClicks'].map(isOn),
      ...['ScanUrls', 'EnableForInternalSenders', 'DeliverMessageAfterScan'].map(isOn),
      ...['AllowClickThrough', 'DisableUrlRewrite'].map(isOff),
    ],
    words: {
      good: 'Links in mail, Teams and Office are checked, also those of colleagues, and nobody can click through',
      bad: 'Links are not checked everywhere, or users can click through',
    },
    recommendation: `${threatPolicies} > Safe links: add a policy for all domains with everything on, and without "Let users click through to the original URL".`,
    impact: 'A link that turns bad after delivery leads to a copied sign-in page, and the password is gone.',
  },
  {
    id: 'mdo.links.apps',
    title: 'Safe Links covers mail, Teams and Office',
    findingTitle: 'Safe Links does not cover mail, Teams and Office for everyone',
    severity: 'medium',
    frameworks: { scuba: ['MS.SECURITYSUITE.7.1v1'] },
    kind: safeLinks,
    settings: [
      ...['EnableSafeLinksForEmail', 'EnableSafeLinksForTeams', 'EnableSafeLinksForOffice'].map(isOn),
      isOn('EnableForInternalSenders'),
    ],
    words: {
      good: 'Links in mail, Teams and Office are compared with a block list',
      bad: 'Links in mail, Teams or Office are not compared with a block list',
    },
    recommendation: `${threatPolicies} > Safe links: add a policy for all domains, on for mail, Teams and Office apps.`,
    impact: 'The same bad link that is stopped in mail is opened from a chat or a document.',
  },
  {
    id: 'mdo.links.scan',
    title: 'Links are scanned before delivery',
    findingTitle: 'Links are not scanned before delivery for everyone',
    severity: 'medium',
    frameworks: { scuba: ['MS.SECURITYSUITE.7.2v1'] },
    kind: safeLinks,
    settings: [isOn('ScanUrls'), isOn('DeliverMessageAfterScan')],
    words: {
      good: 'Links are scanned before a message is delivered',
      bad: 'Links are not scanned before a message is delivered',
    },
    recommendation: `${threatPolicies} > Safe links > the policy: turn on real-time scanning, and "Wait for URL scanning to complete before delivering the message".`,
    impact: 'A message is read, and its link opened, before anybody has looked where it leads.',
  },
  {
    id: 'mdo.links.clicks',
    title: 'Clicks on links are recorded',
    findingTitle: 'Clicks on links are not recorded for everyone',
    severity: 'low',
    frameworks: { scuba: ['MS.SECURITYSUITE.7.3v1'] },
    kind: safeLinks,
    settings: [isOn('TrackClicks')],
    words: { good: 'Clicks on links are recorded', bad: 'Clicks on links are not recorded' },
    recommendation: `${threatPolicies} > Safe links > the policy: turn on "Track user clicks".`,
    impact: 'After an attack nobody can tell who has opened the link, and whose password to change.',
  },
  {
    id: 'mdo.spam.actions',
    title: 'Spam and phishing are moved or quarantined',
    findingTitle: 'Spam or phishing is delivered to inboxes',
    severity: 'high',
    frameworks: { scuba: ['MS.SECURITYSUITE.6.1v1'] },
    kind: spam,
    settings: ['SpamAction', 'HighConfidenceSpamAction', 'PhishSpamAction', 'HighConfidencePhishAction'].map((name) =>
      isOneOf(name, moved),
    ),
    words: {
      good: 'Spam and phishing are moved to junk mail or quarantined',
      bad: 'Spam or phishing is delivered to inboxes',
    },
    recommendation: `${threatPolicies} > Anti-spam > the policy > Actions: move or quarantine each of spam, high confidence spam, phishing and high confidence phishing.`,
    impact: 'What Microsoft has recognized as phishing lands in the inbox beside all other mail.',
  },
  {
    id: 'mdo.spam.allowed',
    title: 'No domain skips spam filtering',
    findingTitle: 'Domains are allowed past spam filtering',
    severity: 'high',
    frameworks: {
      cis: ['2.1.14'],
      scuba: ['MS.SECURITYSUITE.6.2v1'],
      prowler: ['defender_antispam_policy_inbound_no_allowed_domains'],
    },
    kind: spam,
    settings: [isEmpty('AllowedSenderDomains')],
    words: {
      good: 'No sender domain is allowed past spam filtering',
      bad: 'Sender domains are allowed past spam filtering',
    },
    recommendation: `${threatPolicies} > Anti-spam > the policy > Allowed and blocked senders and domains: empty the list of allowed domains.`,
    impact: 'Anyone who forges an address of an allowed domain reaches the inbox, and no filter looks at it.',
  },
  {
    id: 'mdo.outbound.notify',
    title: 'Administrators hear of spam that users send',
    findingTitle: 'Administrators do not hear of spam that users send',
    severity: 'medium',
    frameworks: { cis: ['2.1.6'], prowler: ['defender_antispam_outbound_policy_configured'] },
    kind: outbound,
    settings: [
      isOn('BccSuspiciousOutboundMail'),
      isNotEmpty('BccSuspiciousOutboundAdditionalRecipients'),
      isOn('NotifyOutboundSpam'),
      isNotEmpty('NotifyOutboundSpamRecipients'),
    ],
    words: {
      good: 'Administrators get suspicious outbound mail and hear of blocked senders',
      bad: 'Administrators do not hear of spam that users send',
    },
    recommendation: `${threatPolicies} > Anti-spam > Anti-spam outbound policy > Notifications: turn on both, each with an address.`,
    impact: 'A mailbox that an attacker has sends thousands of messages before anybody asks why mail is refused.',
  },
  {
    id: 'mdo.outbound.limits',
    title: 'Outbound mail is limited',
    findingTitle: 'Outbound mail is not limited, or senders are not blocked',
    severity: 'low',
    frameworks: { cis: ['2.1.15'] },
    kind: outbound,
    settings: [
      isWithin('RecipientLimitExternalPerHour', 1, 500),
      isWithin('RecipientLimitInternalPerHour', 1, 1000),
      isWithin('RecipientLimitPerDay', 1, 1000),
      isOneOf('ActionWhenThresholdReached', ['blockuser']),
    ],
    words: {
      good: 'Outbound mail is limited, and senders who exceed it are blocked',
      bad: 'Outbound mail is not limited enough, or senders are not blocked',
    },
    recommendation: `${threatPolicies} > Anti-spam > Anti-spam outbound policy: 500 external and 1,000 internal recipients an hour, 1,000 a day, and "Restrict the user from sending mail".`,
    impact: 'An attacker sends as much as Microsoft allows at most, and the organization ends up on block lists.',
  },
];

/** On unless it says that it is off: what is left out is the default. */
function isOnOrUnsaid(property: string): Setting {
  return { property, holds: (policy) => flagIn(policy, property) !== false };
}

const onlyDefault = (instances: readonly JsonObject[]) => {
  const main = instances.filter(
    (one) => /^default$/i.test(String(one.Identity ?? '').trim()) || flagIn(one, 'MakeDefault') === true,
  );
  return main.length > 0 ? main : instances;
};

const connectionFilter =
  (settings: readonly Setting[], words: SettingsWords): Check['evaluate'] =>
  (facts) => {
    const policies = factOf(facts, 'connectionFilterPolicies');
    if (policies === undefined) return missingData(facts, ['connectionFilterPolicies']);
    // One policy acts on all mail that comes in: the default one.
    return verdictOnSettings('connectionFilterPolicies', onlyDefault(policies), settings, words);
  };

const forDefender =
  (evaluate: Check['evaluate']): Check['evaluate'] =>
  (facts, context) => {
    const judged = evaluate(facts, context);
    // A setting that is on is on; one that is off may be missing with its license.
    if (judged.status === 'pass' || facts.defenderForOffice365?.state !== 'ok') return judged;
    if (facts.subscribedSkus?.state === 'failed') return missingData(facts, ['subscribedSkus']);
    if (hasDefender(facts) !== false) return judged;
    const skus = evidenceFrom('subscribedSkus', 'no service plan ATP_ENTERPRISE or THREAT_INTELLIGENCE');
    return { ...withoutDefender(), evidence: [skus] };
  };

const base = { category: 'mail-flow', endangers: 'mail' } as const;

export const mailProtectionChecks: readonly Check[] = [
  ...rows.map(byReach),
  {
    ...base,
    id: 'mdo.connection.allowed',
    title: 'No IP address skips spam filtering',
    findingTitle: 'IP addresses are allowed past spam filtering',
    severity: 'medium',
    frameworks: {
      cis: ['2.1.12'],
      scuba: ['MS.SECURITYSUITE.8.1v1'],
      prowler: ['defender_antispam_connection_filter_policy_empty_ip_allowlist'],
    },
    datasets: ['connectionFilterPolicies'],
    recommendation: `${threatPolicies} > Anti-spam > Connection filter policy: empty the list of IP addresses that are always allowed.`,
    impact: 'Mail from that address is looked at by no filter, also when somebody else sends from there one day.',
    evaluate: connectionFilter([isEmpty('IPAllowList')], {
      good: 'No IP address is allowed past spam filtering',
      bad: 'IP addresses are allowed past spam filtering',
    }),
  },
  {
    ...base,
    id: 'mdo.connection.safelist',
    title: 'The safe list is off',
    findingTitle: 'Microsoft’s safe list of senders skips spam filtering',
    severity: 'medium',
    frameworks: {
      cis: ['2.1.13'],
      scuba: ['MS.SECURITYSUITE.8.2v1'],
      prowler: ['defender_antispam_connection_filter_policy_safe_list_off'],
    },
    datasets: ['connectionFilterPolicies'],
    recommendation: `${threatPolicies} > Anti-spam > Connection filter policy: turn off the safe list.`,
    impact: 'Whole providers that a list calls trustworthy send past spam filtering, with all their customers.',
    evaluate: connectionFilter([isOff('EnableSafeList')], { good: 'The safe list is off', bad: 'The safe list is on' }),
  },
  {
    ...base,
    id: 'mdo.files',
    title: 'Files in SharePoint, OneDrive and Teams are scanned',
    findingTitle: 'Files in SharePoint, OneDrive and Teams are not scanned',
    endangers: 'data',
    severity: 'medium',
    frameworks: { scuba: ['MS.SECURITYSUITE.1.4v1'] },
    datasets: ['defenderForOffice365'],
    helpful: ['subscribedSkus'],
    recommendation: `${threatPolicies} > Safe attachments > Global settings: turn on Defender for Office 365 for SharePoint, OneDrive and Teams.`,
    impact: 'Malware that somebody uploads is shared with everyone who has the link, and opened from there.',
    evaluate: forDefender(
      organizationSettings('defenderForOffice365', [isOn('EnableATPForSPOTeamsODB')], {
        good: 'Files in SharePoint, OneDrive and Teams are scanned',
        bad: 'Files in SharePoint, OneDrive and Teams are not scanned',
      }),
    ),
  },
  {
    ...base,
    id: 'mdo.files.documents',
    title: 'Files and documents are scanned, without a way around',
    findingTitle: 'Files or documents are not scanned, or users can go around it',
    endangers: 'data',
    severity: 'low',
    frameworks: { cis: ['2.1.5'], prowler: ['defender_atp_safe_attachments_and_docs_configured'] },
    datasets: ['defenderForOffice365'],
    helpful: ['subscribedSkus'],
    recommendation: `${threatPolicies} > Safe attachments > Global settings: turn on both, and do not let people click through Protected View.`,
    impact: 'A document from outside is opened for editing, with its macros, before anything has looked at it.',
    evaluate: forDefender(
      organizationSettings(
        'defenderForOffice365',
        [isOn('EnableATPForSPOTeamsODB'), isOn('EnableSafeDocs'), isOff('AllowSafeDocsOpen')],
        {
          good: 'Files and documents are scanned, and nobody can go around it',
          bad: 'Files or documents are not scanned, or users can go around it',
        },
      ),
    ),
  },
];

import type { JsonObject } from '../../facts/json-reader.ts';
import { configurationOf, ruleOf, withDefender } from '../../testing/configuration.ts';
import { settings, settingsTable, statusTable, switches } from '../../testing/status-table.ts';
import { verdictTable } from '../../testing/verdict-table.ts';
import { riskyAttachmentTypes } from './attachment-types.ts';

const main = { Identity: 'Default', MakeDefault: true };
const malware = (of: JsonObject): JsonObject =>
  configurationOf({ malwareFilterPolicies: [{ ...main, ...of }], malwareFilterRules: [] });
const spam = (of: JsonObject): JsonObject =>
  configurationOf({ spamFilterPolicies: [{ ...main, ...of }], spamFilterRules: [] });
const outbound = (of: JsonObject): JsonObject =>
  configurationOf({ outboundSpamPolicies: [{ Identity: 'Default', ...of }], outboundSpamRules: [] });
const attachments = (of: JsonObject): JsonObject => ({
  ...configurationOf({
    safeAttachmentPolicies: [{ Identity: 'All', ...of }],
    safeAttachmentRules: [ruleOf('SafeAttachmentPolicy', 'All')],
  }),
  ...withDefender,
});
const links = (of: JsonObject): JsonObject => ({
  ...configurationOf({
    safeLinksPolicies: [{ Identity: 'All', ...of }],
    safeLinksRules: [ruleOf('SafeLinksPolicy', 'All')],
  }),
  ...withDefender,
});

const words = (property: string, good: readonly string[], bad: readonly string[]) => ({
  good: { [property]: good[0] },
  alsoGood: { [property]: good },
  bad: { [property]: bad },
});
const addresses = (property: string) => ({
  good: { [property]: ['it@contoso.com'] },
  alsoGood: { [property]: ['it@contoso.com', ['', 'it@contoso.com']] },
  bad: { [property]: ['', ' ', [], [' ']] },
});
const limit = (property: string, most: number) => ({
  good: { [property]: most },
  alsoGood: { [property]: [1, `${most}`] },
  bad: { [property]: [0, '0', most + 1, `${most + 1}`] },
});
const types = (required: readonly string[]) => ({
  good: { FileTypes: required },
  alsoGood: { FileTypes: [required.map((type) => ` .${type.toUpperCase()}`), [...required, 'x']] },
  bad: {
    FileTypes: [
      [],
      required.slice(1),
      required.slice(0, -1),
      required[0],
      required.map((type) => `${type[0]}.${type.slice(1)}`),
    ],
  },
});

settingsTable('mdo.malware.filter', malware, switches('on', 'EnableFileFilter'), {
  dataset: 'malwareFilterPolicies',
  of: 'Default',
  good: 'Dangerous attachment types are blocked (Default).',
  bad: 'Dangerous attachment types are not blocked (Default).',
});
settingsTable(
  'mdo.malware.types',
  malware,
  settings(switches('on', 'EnableFileFilter'), types(['exe', 'cmd', 'vbe'])),
  {
    dataset: 'malwareFilterPolicies',
    of: 'Default',
    good: 'Programs and scripts are blocked as attachments (Default).',
    bad: 'Programs or scripts can be sent as attachments (Default).',
  },
);
settingsTable(
  'mdo.malware.comprehensive',
  malware,
  settings(switches('on', 'EnableFileFilter'), types(riskyAttachmentTypes)),
);
settingsTable('mdo.malware.zap', malware, switches('on', 'ZapEnabled'), {
  dataset: 'malwareFilterPolicies',
  of: 'Default',
  good: 'Malware is removed after delivery (Default).',
  bad: 'Malware that was delivered stays in mailboxes (Default).',
});
settingsTable(
  'mdo.malware.notify',
  malware,
  settings(switches('on', 'EnableInternalSenderAdminNotifications'), addresses('InternalSenderAdminAddress')),
  {
    dataset: 'malwareFilterPolicies',
    of: 'Default',
    good: 'Administrators hear of malware that users send (Default).',
    bad: 'Administrators do not hear of malware that users send (Default).',
  },
);
settingsTable(
  'mdo.attachments',
  attachments,
  settings(
    { ...switches('on', 'Enable'), optional: ['Enable'] },
    words('Action', ['Block', 'block ', 'BLOCK'], ['Allow', 'DynamicDelivery', 'Replace']),
    words('QuarantineTag', ['AdminOnlyAccessPolicy', 'adminonlyaccesspolicy'], ['DefaultFullAccessPolicy']),
  ),
  {
    dataset: 'safeAttachmentPolicies',
    of: 'All',
    good: 'Attachments are opened in a sandbox first, and malware is blocked (All).',
    bad: 'Attachments are not opened in a sandbox first, or malware is not blocked (All).',
  },
);
settingsTable(
  'mdo.attachments.action',
  attachments,
  settings(
    { ...switches('on', 'Enable'), optional: ['Enable'] },
    words('Action', ['Block', 'DynamicDelivery'], ['Allow', 'Replace']),
  ),
  {
    dataset: 'safeAttachmentPolicies',
    of: 'All',
    good: 'Attachments are scanned in a sandbox (All).',
    bad: 'Attachments are not scanned in a sandbox, or delivered all the same (All).',
  },
);
/** Those of one host go unchecked, those of most do not. */
const unchecked = {
  good: { DoNotRewriteUrls: ['*.contoso.com/*', 'https://intranet/*'] },
  alsoGood: { DoNotRewriteUrls: [[], 'contoso.com', ['http*://portal.contoso.com']] },
  bad: { DoNotRewriteUrls: [['contoso.com', '*'], '*.*', 'https://*', ['*.com/*'], '*://*.net'] },
  optional: ['DoNotRewriteUrls'],
};
settingsTable(
  'mdo.links',
  links,
  settings(
    switches('on', 'EnableSafeLinksForEmail', 'EnableSafeLinksForTeams', 'EnableSafeLinksForOffice', 'TrackClicks'),
    switches('on', 'ScanUrls', 'EnableForInternalSenders', 'DeliverMessageAfterScan'),
    switches('off', 'AllowClickThrough', 'DisableUrlRewrite'),
    unchecked,
  ),
  {
    dataset: 'safeLinksPolicies',
    of: 'All',
    good: 'also those of colleagues, and nobody can click through (All).',
    bad: 'Links are not checked everywhere, or users can click through (All).',
  },
);
settingsTable(
  'mdo.links.apps',
  links,
  settings(
    switches('on', 'EnableSafeLinksForEmail', 'EnableSafeLinksForTeams', 'EnableSafeLinksForOffice'),
    switches('on', 'EnableForInternalSenders'),
    unchecked,
  ),
  {
    dataset: 'safeLinksPolicies',
    of: 'All',
    good: 'Links in mail, Teams and Office are compared with a block list (All).',
    bad: 'Links in mail, Teams or Office are not compared with a block list (All).',
  },
);
settingsTable('mdo.links.scan', links, settings(switches('on', 'ScanUrls', 'DeliverMessageAfterScan'), unchecked), {
  dataset: 'safeLinksPolicies',
  of: 'All',
  good: 'Links are scanned before a message is delivered (All).',
  bad: 'Links are not scanned before a message is delivered (All).',
});
settingsTable('mdo.links.clicks', links, switches('on', 'TrackClicks'), {
  dataset: 'safeLinksPolicies',
  of: 'All',
  good: 'Clicks on links are recorded (All).',
  bad: 'Clicks on links are not recorded (All).',
});

const moved = ['MoveToJmf', 'Quarantine', 'Redirect', 'Delete', ' quarantine '];
const delivered = ['AddXHeader', 'ModifySubject', 'NoAction'];
settingsTable(
  'mdo.spam.actions',
  spam,
  settings(
    ...['SpamAction', 'HighConfidenceSpamAction', 'PhishSpamAction', 'HighConfidencePhishAction'].map((action) =>
      words(action, moved, delivered),
    ),
  ),
  {
    dataset: 'spamFilterPolicies',
    of: 'Default',
    good: 'Spam and phishing are moved to junk mail or quarantined (Default).',
    bad: 'Spam or phishing is delivered to inboxes (Default).',
  },
);
settingsTable(
  'mdo.spam.allowed',
  spam,
  {
    good: { AllowedSenderDomains: [] },
    alsoGood: { AllowedSenderDomains: ['', [' ']] },
    bad: { AllowedSenderDomains: ['fabrikam.com', ['fabrikam.com'], ['', 'fabrikam.com']] },
  },
  {
    dataset: 'spamFilterPolicies',
    of: 'Default',
    good: 'No sender domain is allowed past spam filtering (Default).',
    bad: 'Sender domains are allowed past spam filtering (Default).',
  },
);
settingsTable(
  'mdo.outbound.notify',
  outbound,
  settings(
    switches('on', 'BccSuspiciousOutboundMail'),
    addresses('BccSuspiciousOutboundAdditionalRecipients'),
    switches('on', 'NotifyOutboundSpam'),
    addresses('NotifyOutboundSpamRecipients'),
  ),
  {
    dataset: 'outboundSpamPolicies',
    of: 'Default',
    good: 'get suspicious outbound mail and hear of blocked senders (Default).',
    bad: 'Administrators do not hear of spam that users send (Default).',
  },
);
const limits = settings(
  limit('RecipientLimitExternalPerHour', 500),
  limit('RecipientLimitInternalPerHour', 1000),
  limit('RecipientLimitPerDay', 1000),
  words('ActionWhenThresholdReached', ['BlockUser', 'blockuser'], ['BlockUserForToday', 'Alert']),
);
settingsTable('mdo.outbound.limits', outbound, limits, {
  dataset: 'outboundSpamPolicies',
  of: 'Default',
  good: 'Outbound mail is limited, and senders who exceed it are blocked (Default).',
  bad: 'Outbound mail is not limited enough, or senders are not blocked (Default).',
});
statusTable('mdo.outbound.limits', [
  [
    'the kind of a number stands beside it',
    outbound({ ...limits.good, RecipientLimitPerDay: '1000', 'RecipientLimitPerDay@odata.type': '#Int64' }),
    'pass',
  ],
  [
    'an own policy for one domain allows more',
    configurationOf({
      outboundSpamPolicies: [
        { Identity: 'Default', ...limits.good },
        { Identity: 'Sales', ...limits.good, RecipientLimitPerDay: 5000 },
      ],
      outboundSpamRules: [{ HostedOutboundSpamFilterPolicy: 'Sales', Enabled: true, SenderDomainIs: ['contoso.com'] }],
      acceptedDomains: [{ Identity: 'contoso.com' }, { Identity: 'fabrikam.com' }],
    }),
    'fail',
  ],
]);

verdictTable('mdo.outbound.limits', [
  {
    when: 'one limit is not set, another too high',
    snapshot: outbound({ ...limits.good, RecipientLimitExternalPerHour: 501, RecipientLimitPerDay: 0 }),
    says: 'fail',
    message: 'not limited enough, or senders are not blocked (Default).',
    evidence: [
      'outboundSpamPolicies: RecipientLimitExternalPerHour = 501 (Default)',
      'outboundSpamPolicies: RecipientLimitInternalPerHour = 1000 (Default)',
      'outboundSpamPolicies: RecipientLimitPerDay = 0 (Default)',
      'outboundSpamPolicies: ActionWhenThresholdReached = BlockUser (Default)',
    ],
  },
]);

const manyTypes = { EnableFileFilter: true, FileTypes: riskyAttachmentTypes };
verdictTable('mdo.malware.comprehensive', [
  {
    when: 'all are blocked',
    snapshot: malware(manyTypes),
    says: 'pass',
    message: 'All risky attachment types are blocked (Default).',
    evidence: [
      'malwareFilterPolicies: EnableFileFilter = true (Default)',
      'malwareFilterPolicies: FileTypes = 7z, a3x, … (Default)',
    ],
  },
  {
    when: 'one is not blocked',
    snapshot: malware({ ...manyTypes, FileTypes: riskyAttachmentTypes.filter((type) => type !== 'iso') }),
    says: 'fail',
    message: 'Not all risky attachment types are blocked (Default).',
    evidence: [
      'malwareFilterPolicies: EnableFileFilter = true (Default)',
      'malwareFilterPolicies: FileTypes = 7z, a3x, … (Default)',
    ],
  },
]);

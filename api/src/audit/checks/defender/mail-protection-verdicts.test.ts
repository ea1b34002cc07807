import type { JsonObject } from '../../json-reader.ts';
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

settingsTable('mdo.malware.filter', malware, switches('on', 'EnableFileFilter'));
settingsTable('mdo.malware.types', malware, settings(switches('on', 'EnableFileFilter'), types(['exe', 'cmd', 'vbe'])));
settingsTable(
  'mdo.malware.comprehensive',
  malware,
  settings(switches('on', 'EnableFileFilter'), types(riskyAttachmentTypes)),
);
settingsTable('mdo.malware.zap', malware, switches('on', 'ZapEnabled'));
settingsTable(
  'mdo.malware.notify',
  malware,
  settings(switches('on', 'EnableInternalSenderAdminNotifications'), addresses('InternalSenderAdminAddress')),
);
settingsTable(
  'mdo.attachments',
  attachments,
  settings(
    { ...switches('on', 'Enable'), optional: ['Enable'] },
    words('Action', ['Block', 'block ', 'BLOCK'], ['Allow', 'DynamicDelivery', 'Replace']),
    words('QuarantineTag', ['AdminOnlyAccessPolicy', 'adminonlyaccesspolicy'], ['DefaultFullAccessPolicy']),
  ),
);
settingsTable(
  'mdo.attachments.action',
  attachments,
  settings(
    { ...switches('on', 'Enable'), optional: ['Enable'] },
    words('Action', ['Block', 'DynamicDelivery'], ['Allow', 'Replace']),
  ),
);
settingsTable(
  'mdo.links',
  links,
  settings(
    switches('on', 'EnableSafeLinksForEmail', 'EnableSafeLinksForTeams', 'EnableSafeLinksForOffice', 'TrackClicks'),
    switches('on', 'ScanUrls', 'EnableForInternalSenders', 'DeliverMessageAfterScan'),
    switches('off', 'AllowClickThrough', 'DisableUrlRewrite'),
  ),
);
settingsTable(
  'mdo.links.apps',
  links,
  switches(
    'on',
    'EnableSafeLinksForEmail',
    'EnableSafeLinksForTeams',
    'EnableSafeLinksForOffice',
    'EnableForInternalSenders',
  ),
);
settingsTable('mdo.links.scan', links, switches('on', 'ScanUrls', 'DeliverMessageAfterScan'));
settingsTable('mdo.links.clicks', links, switches('on', 'TrackClicks'));

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
);
settingsTable('mdo.spam.allowed', spam, {
  good: { AllowedSenderDomains: [] },
  alsoGood: { AllowedSenderDomains: ['', [' ']] },
  bad: { AllowedSenderDomains: ['fabrikam.com', ['fabrikam.com'], ['', 'fabrikam.com']] },
});
settingsTable(
  'mdo.outbound.notify',
  outbound,
  settings(
    switches('on', 'BccSuspiciousOutboundMail', 'NotifyOutboundSpam'),
    addresses('BccSuspiciousOutboundAdditionalRecipients'),
    addresses('NotifyOutboundSpamRecipients'),
  ),
);
const limits = settings(
  limit('RecipientLimitExternalPerHour', 500),
  limit('RecipientLimitInternalPerHour', 1000),
  limit('RecipientLimitPerDay', 1000),
  words('ActionWhenThresholdReached', ['BlockUser', 'blockuser'], ['BlockUserForToday', 'Alert']),
);
settingsTable('mdo.outbound.limits', outbound, limits);
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
verdictTable('mdo.spam.allowed', [
  {
    when: 'two domains are allowed',
    snapshot: spam({ AllowedSenderDomains: ['fabrikam.com', 'a.example'] }),
    says: 'fail',
    message: 'Sender domains are allowed past spam filtering (Default).',
    evidence: ['spamFilterPolicies: AllowedSenderDomains = fabrikam.com, a.example (Default)'],
  },
]);
verdictTable('mdo.attachments', [
  {
    when: 'it blocks for all',
    snapshot: attachments({ Action: 'Block', QuarantineTag: 'AdminOnlyAccessPolicy' }),
    says: 'pass',
    message: 'sandbox first, and malware is blocked (All).',
    evidence: [
      'safeAttachmentPolicies: Enable = not reported (All)',
      'safeAttachmentPolicies: Action = Block (All)',
      'safeAttachmentPolicies: QuarantineTag = AdminOnlyAccessPolicy (All)',
    ],
  },
]);

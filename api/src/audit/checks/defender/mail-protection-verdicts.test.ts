import type { JsonObject } from '../../json-reader.ts';
import { configurationOf, refusedType, ruleOf, withDefender, withoutDefender } from '../../testing/configuration.ts';
import { refused } from '../../testing/snapshots.ts';
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
  bad: { FileTypes: [[], required.slice(1), required.slice(0, -1), required[0]] },
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

const filters = (...connectionFilterPolicies: JsonObject[]): JsonObject =>
  configurationOf({ connectionFilterPolicies });
const connection = (of: JsonObject): JsonObject => filters({ Identity: 'Default', ...of });

verdictTable('mdo.connection.allowed', [
  {
    when: 'addresses are allowed',
    snapshot: connection({ IPAllowList: ['203.0.113.7', '198.51.100.0/24'] }),
    says: 'fail',
    message: 'IP addresses are allowed past spam filtering (IPAllowList).',
    evidence: ['connectionFilterPolicies: IPAllowList = 203.0.113.7, 198.51.100.0/24 (Default)'],
  },
]);
settingsTable('mdo.connection.allowed', connection, {
  good: { IPAllowList: [] },
  alsoGood: { IPAllowList: ['', ['']] },
  bad: { IPAllowList: ['203.0.113.7', ['203.0.113.7']] },
});
settingsTable('mdo.connection.safelist', connection, switches('off', 'EnableSafeList'));
statusTable('mdo.connection.safelist', [
  [
    'another policy beside the default one is on',
    filters({ Identity: ' default ', EnableSafeList: false }, { Identity: 'Old', EnableSafeList: true }),
    'pass',
  ],
  [
    'the default policy is marked, and called otherwise',
    filters(
      { Identity: 'Main', MakeDefault: 'True', EnableSafeList: true },
      { Identity: 'Old', EnableSafeList: false },
    ),
    'fail',
  ],
  [
    'no policy is known to be the default one',
    filters({ Identity: 'A', EnableSafeList: false }, { Identity: 'B', EnableSafeList: true }),
    'fail',
  ],
  ['there is no policy', filters(), 'couldNotCheck'],
  ['policies were refused', configurationOf({ connectionFilterPolicies: refusedType }), 'notPermitted'],
  ['policies were not collected', {}, 'couldNotCheck'],
]);

const files = (of: JsonObject, licenses: JsonObject = withDefender): JsonObject => ({
  ...configurationOf({ defenderForOffice365: [{ Identity: 'Default', ...of }] }),
  ...licenses,
});
const scanned = switches('on', 'EnableATPForSPOTeamsODB');

verdictTable('mdo.files', [
  {
    when: 'it is off, and the license is missing',
    snapshot: files({ EnableATPForSPOTeamsODB: false }, withoutDefender),
    says: 'notLicensed',
    message: 'no license for Microsoft Defender for Office 365',
    recommendation: 'Assign a license with Microsoft Defender for Office 365 Plan 1',
    evidence: ['subscribedSkus: no service plan ATP_ENTERPRISE or THREAT_INTELLIGENCE'],
  },
  {
    when: 'it is off',
    snapshot: files({ EnableATPForSPOTeamsODB: false }),
    says: 'fail',
    message: 'are not scanned (EnableATPForSPOTeamsODB).',
    evidence: ['defenderForOffice365: EnableATPForSPOTeamsODB = false (Default)'],
  },
]);
settingsTable('mdo.files', files, scanned);
settingsTable(
  'mdo.files.documents',
  files,
  settings(scanned, switches('on', 'EnableSafeDocs'), switches('off', 'AllowSafeDocsOpen')),
);
statusTable('mdo.files', [
  ['it is on, and the license is missing', files(scanned.good, withoutDefender), 'pass'],
  [
    'it is off, and licenses were refused',
    files({ EnableATPForSPOTeamsODB: false }, { subscribedSkus: refused }),
    'notPermitted',
  ],
  ['it is off, and licenses were not collected', files({ EnableATPForSPOTeamsODB: false }, {}), 'fail'],
  ['there is no instance', { ...configurationOf({ defenderForOffice365: [] }), ...withDefender }, 'couldNotCheck'],
  [
    'the type was refused',
    { ...configurationOf({ defenderForOffice365: refusedType }), ...withoutDefender },
    'notPermitted',
  ],
  ['the type was not collected', withoutDefender, 'couldNotCheck'],
]);

import type { JsonObject } from '../../facts/json-reader.ts';
import { configurationOf, refusedType } from '../../testing/configuration.ts';
import { type StatusRow, settingsTable, statusTable, switches } from '../../testing/status-table.ts';
import { type VerdictRow, verdictTable } from '../../testing/verdict-table.ts';

const client = (of: JsonObject): JsonObject =>
  configurationOf({ teamsClientConfiguration: [{ Identity: 'Global', ...of }] });
const unreadClient: readonly StatusRow[] = [
  ['the type was refused', configurationOf({ teamsClientConfiguration: refusedType }), 'notPermitted'],
  ['the type was not collected', {}, 'couldNotCheck'],
  ['there is no instance', configurationOf({ teamsClientConfiguration: [] }), 'couldNotCheck'],
];
const providers = switches('off', 'AllowBox', 'AllowDropBox', 'AllowEgnyte', 'AllowGoogleDrive', 'AllowShareFile');

settingsTable('teams.files.providers', client, providers, {
  dataset: 'teamsClientConfiguration',
  of: 'Global',
  good: 'Third-party file storage is off.',
  bad: 'Third-party file storage can be used (AllowBox).',
});
statusTable('teams.files.providers', unreadClient);
verdictTable('teams.files.providers', [
  {
    when: 'two of five are on',
    snapshot: client({ ...providers.good, AllowBox: true, AllowShareFile: 'True' }),
    says: 'fail',
    message: 'Third-party file storage can be used (AllowBox, AllowShareFile).',
    evidence: [
      'teamsClientConfiguration: AllowBox = true (Global)',
      'teamsClientConfiguration: AllowDropBox = false (Global)',
      'teamsClientConfiguration: AllowEgnyte = false (Global)',
      'teamsClientConfiguration: AllowGoogleDrive = false (Global)',
      'teamsClientConfiguration: AllowShareFile = True (Global)',
    ],
  },
]);

settingsTable('teams.channel.email', client, switches('off', 'AllowEmailIntoChannel'), {
  dataset: 'teamsClientConfiguration',
  of: 'Global',
  good: 'Channels take no mail.',
  bad: 'Channels take mail from anyone who knows their address (AllowEmailIntoChannel).',
});
statusTable('teams.channel.email', unreadClient);
verdictTable('teams.channel.email', [
  {
    when: 'there is no instance',
    snapshot: configurationOf({ teamsClientConfiguration: [] }),
    says: 'couldNotCheck',
    message: 'does not hold this setting.',
  },

  {
    when: 'they take mail',
    snapshot: client({ AllowEmailIntoChannel: true }),
    says: 'fail',
    message: 'Channels take mail from anyone who knows their address (AllowEmailIntoChannel).',
    evidence: ['teamsClientConfiguration: AllowEmailIntoChannel = true (Global)'],
  },
]);

const messaging = (AllowSecurityEndUserReporting?: unknown): JsonObject => ({
  Identity: 'Global',
  AllowSecurityEndUserReporting,
});
const inTeams = (of: JsonObject): JsonObject =>
  configurationOf({ teamsMessagingPolicies: [{ Identity: 'Global', ...of }] });

settingsTable('teams.reporting.messages', inTeams, switches('on', 'AllowSecurityEndUserReporting'), {
  dataset: 'teamsMessagingPolicies',
  of: 'Global',
  good: 'Users can report messages in Teams.',
  bad: 'Users cannot report messages in Teams for everyone without a policy of their own.',
});
statusTable('teams.reporting.messages', [
  ['policies were refused', configurationOf({ teamsMessagingPolicies: refusedType }), 'notPermitted'],
  ['policies were not collected', {}, 'couldNotCheck'],
  [
    'a group cannot',
    configurationOf({
      teamsMessagingPolicies: [messaging(true), { ...messaging(false), Identity: 'Tag:Plant' }],
      teamsGroupPolicyAssignments: [{ PolicyType: 'TeamsMessagingPolicy', PolicyName: 'Plant' }],
    }),
    'fail',
  ],
]);
verdictTable('teams.reporting.messages', [
  {
    when: 'they cannot',
    snapshot: inTeams({ AllowSecurityEndUserReporting: false }),
    says: 'fail',
    message: 'Users cannot report messages in Teams for everyone without a policy of their own.',
    evidence: ['teamsMessagingPolicies: AllowSecurityEndUserReporting = false (Global)'],
  },
]);

const kinds = ['Junk', 'NotJunk', 'Phish'];
const arriving: JsonObject = Object.fromEntries(
  kinds.flatMap((kind) => [
    [`Report${kind}ToCustomizedAddress`, true],
    [`Report${kind}Addresses`, ['reports@contoso.com']],
  ]),
);
const of = (reports: JsonObject | null, state: unknown = true): JsonObject =>
  configurationOf({
    teamsMessagingPolicies: [messaging(state)],
    reportSubmissionPolicies: reports === null ? [] : [reports],
  });
const chat = (toMailbox: unknown, toMicrosoft: unknown): JsonObject => ({
  ...arriving,
  ReportChatMessageToCustomizedAddressEnabled: toMailbox,
  ReportChatMessageEnabled: toMicrosoft,
});
const told = 'teamsMessagingPolicies: AllowSecurityEndUserReporting = true (Global)';
const mailEvidence = kinds.flatMap((kind) => [
  `reportSubmissionPolicies: Report${kind}ToCustomizedAddress = true`,
  `reportSubmissionPolicies: Report${kind}Addresses = reports@contoso.com`,
]);

verdictTable('teams.reporting', [
  {
    when: 'one kind of report has no address',
    snapshot: of({ ...arriving, ReportPhishAddresses: [] }),
    says: 'fail',
    message: 'Not every report of users reaches a mailbox of the organization.',
    evidence: [told, ...mailEvidence.slice(0, -1), 'reportSubmissionPolicies: ReportPhishAddresses = empty'],
  },

  {
    when: 'reports of mail arrive',
    snapshot: of(arriving),
    says: 'pass',
    message: 'reports of mail reach a mailbox of the organization. Where reports from Teams go cannot be read.',
    evidence: [told, ...mailEvidence],
  },
  {
    when: 'reports of chats arrive, too',
    snapshot: of(chat(true, false)),
    says: 'pass',
    message: 'Users can report messages, and reports reach a mailbox of the organization.',
    evidence: [
      told,
      ...mailEvidence,
      'reportSubmissionPolicies: ReportChatMessageToCustomizedAddressEnabled = true',
      'reportSubmissionPolicies: ReportChatMessageEnabled = false',
    ],
  },
  {
    when: 'it is not said where they go',
    snapshot: of({}),
    says: 'couldNotCheck',
    message: 'does not say where reports are sent.',
    evidence: [told, ...mailEvidence.map((line) => line.replace(/= .*/, '= not reported'))],
  },
]);

statusTable('teams.reporting', [
  [
    'of two policies of reports one does not say',
    configurationOf({ teamsMessagingPolicies: [messaging(true)], reportSubmissionPolicies: [arriving, {}] }),
    'couldNotCheck',
  ],

  ...kinds.flatMap((kind): StatusRow[] => [
    [`reports of ${kind} do not arrive`, of({ ...arriving, [`Report${kind}ToCustomizedAddress`]: 'False' }), 'fail'],
    [`reports of ${kind} have no address`, of({ ...arriving, [`Report${kind}Addresses`]: [''] }), 'fail'],
    [`of ${kind} nothing is said`, of({ ...arriving, [`Report${kind}Addresses`]: undefined }), 'couldNotCheck'],
  ]),
  ['reports of chats arrive nowhere', of(chat(false, false)), 'fail'],
  ['reports of chats go to Microsoft', of(chat(undefined, true)), 'fail'],
  ['reports of chats arrive, and of Microsoft nothing is said', of(chat(true, undefined)), 'pass'],
  ['there is no policy of reports', of(null), 'couldNotCheck'],
  ['Teams is off, and reports arrive', of(arriving, false), 'fail'],
  ['Teams does not say, and reports arrive', of(arriving, null), 'couldNotCheck'],
  [
    'Teams was refused, and reports do not arrive',
    configurationOf({
      teamsMessagingPolicies: refusedType,
      reportSubmissionPolicies: [{ ReportPhishToCustomizedAddress: false }],
    }),
    'fail',
  ],
  [
    'Teams was refused, and reports arrive',
    configurationOf({ teamsMessagingPolicies: refusedType, reportSubmissionPolicies: [arriving] }),
    'notPermitted',
  ],
  [
    'Teams is on, and reports were refused',
    configurationOf({ teamsMessagingPolicies: [messaging(true)], reportSubmissionPolicies: refusedType }),
    'notPermitted',
  ],
  [
    'Teams is off, and reports were refused',
    configurationOf({ teamsMessagingPolicies: [messaging(false)], reportSubmissionPolicies: refusedType }),
    'fail',
  ],
  ['nothing was collected', {}, 'couldNotCheck'],
]);

const catalogs = {
  microsoft: 'DefaultCatalogAppsType',
  third: 'GlobalCatalogAppsType',
  custom: 'PrivateCatalogAppsType',
};
const apps = (...teamsAppPermissionPolicies: JsonObject[]): JsonObject =>
  configurationOf({ teamsAppPermissionPolicies });
const listed = Object.fromEntries(Object.values(catalogs).map((property) => [property, 'AllowedAppList']));
const permitted = (more: JsonObject = {}, Identity = 'Global'): JsonObject => apps({ Identity, ...listed, ...more });

verdictTable('teams.apps', [
  {
    when: 'only apps of lists may be used',
    snapshot: permitted(),
    says: 'couldNotCheck',
    message: 'that are on a list. Whether the settings for the whole organization say the same cannot be read.',
    recommendation: 'Org-wide app settings: look there.',
    evidence: [
      'teamsAppPermissionPolicies: GlobalCatalogAppsType = AllowedAppList (Global)',
      'teamsAppPermissionPolicies: PrivateCatalogAppsType = AllowedAppList (Global)',
    ],
  },
  {
    when: 'custom apps are open',
    snapshot: permitted({ PrivateCatalogAppsType: 'BlockedAppList' }),
    says: 'fail',
    message: 'Users can install third-party and custom apps that nobody has approved for everyone without …',
    evidence: [
      'teamsAppPermissionPolicies: GlobalCatalogAppsType = AllowedAppList (Global)',
      'teamsAppPermissionPolicies: PrivateCatalogAppsType = BlockedAppList (Global)',
    ],
  },
]);

const openApps = (property: string, which: string): VerdictRow => ({
  when: 'they are open',
  snapshot: permitted({ [property]: 'BlockedAppList' }),
  says: 'fail',
  message: `Users can install ${which} that nobody has approved for everyone without a policy of their own.`,
  evidence: [`teamsAppPermissionPolicies: ${property} = BlockedAppList (Global)`],
});
const appRows = (own: readonly string[]): StatusRow[] =>
  Object.values(catalogs).map((property) => [
    `${property} is open`,
    permitted({ [property]: 'BlockedAppList' }),
    own.includes(property) ? 'fail' : 'couldNotCheck',
  ]);
statusTable('teams.apps', [
  ...appRows([catalogs.third, catalogs.custom]),
  ['policies were refused', configurationOf({ teamsAppPermissionPolicies: refusedType }), 'notPermitted'],
  ['policies were not collected', {}, 'couldNotCheck'],
  [
    'another policy is open',
    apps(
      { Identity: 'Global', ...listed },
      { Identity: 'Tag:Lab', ...listed, PrivateCatalogAppsType: 'BlockedAppList' },
    ),
    'warning',
  ],
  [
    'a group has another policy, which is open',
    configurationOf({
      teamsAppPermissionPolicies: [
        { Identity: 'Global', ...listed },
        { Identity: 'Tag:Lab', ...listed, GlobalCatalogAppsType: 'BlockedAppList' },
      ],
      teamsGroupPolicyAssignments: [{ PolicyType: 'TeamsAppPermissionPolicy', PolicyName: 'Lab' }],
    }),
    'fail',
  ],
]);
statusTable('teams.apps.microsoft', appRows([catalogs.microsoft]));
statusTable('teams.apps.third', appRows([catalogs.third]));
statusTable('teams.apps.custom', appRows([catalogs.custom]));

verdictTable('teams.apps.microsoft', [openApps('DefaultCatalogAppsType', 'apps of Microsoft')]);
verdictTable('teams.apps.third', [openApps('GlobalCatalogAppsType', 'third-party apps')]);
verdictTable('teams.apps.custom', [openApps('PrivateCatalogAppsType', 'custom apps')]);

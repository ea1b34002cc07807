import type { JsonObject } from '../../facts/json-reader.ts';
import { configurationOf, refusedType } from '../../testing/configuration.ts';
import { card, dlp, dlpLocations, dlpPolicy, dlpRule, social, taxpayer } from '../../testing/dlp-rules.ts';
import { statusTable } from '../../testing/status-table.ts';
import { verdictTable } from '../../testing/verdict-table.ts';

verdictTable('purview.dlp.locations', [
  {
    when: 'every location is covered',
    snapshot: dlp([dlpRule()]),
    says: 'pass',
    message: 'apply to Exchange, OneDrive, SharePoint, Teams and devices.',
    evidence: dlpLocations.map((location) => `dlpPolicies: ${location} = All (Cards)`),
  },

  {
    when: 'three locations are left out',
    snapshot: dlp([dlpRule()], dlpPolicy({ ExchangeLocation: [], OneDriveLocation: [], SharePointLocation: [] })),
    says: 'fail',
    message: 'do not apply to all of Exchange, OneDrive, SharePoint.',
    evidence: dlpLocations.map((one, index) => `dlpPolicies: ${one} = ${index < 3 ? 'empty' : 'All'} (Cards)`),
  },
  {
    when: 'two locations are left out',
    snapshot: dlp([dlpRule()], dlpPolicy({ TeamsLocation: [], EndpointDlpLocation: ['pc1'] })),
    says: 'fail',
    message: 'do not apply to all of Teams, devices.',
    evidence: [
      ...dlpLocations.slice(0, 3).map((location) => `dlpPolicies: ${location} = All (Cards)`),
      'dlpPolicies: TeamsLocation = empty (Cards)',
      'dlpPolicies: EndpointDlpLocation = pc1 (Cards)',
    ],
  },
  {
    when: 'rules look for all of it only together',
    snapshot: dlp([dlpRule({}, [card]), dlpRule({ Name: 'Numbers' }, [taxpayer, social])]),
    says: 'warning',
    message: 'Several rules together look for what identifies people, none of them for all of it.',
    evidence: [
      'dlpRules: looks for credit card numbers (Block)',
      'dlpRules: looks for taxpayer identification numbers, Social Security numbers (Numbers)',
    ],
  },
]);
const narrowed = (more: JsonObject) => dlp([dlpRule()], dlpPolicy(more));
statusTable('purview.dlp.locations', [
  [
    'every location is covered, and of another policy one has another form',
    dlp(
      [dlpRule(), dlpRule({ Policy: 'Chats' })],
      dlpPolicy(),
      dlpPolicy({ Name: 'Chats', TeamsLocation: { all: true } }),
    ),
    'pass',
  ],
  [
    'a location is left out, and of another policy it has another form',
    dlp(
      [dlpRule(), dlpRule({ Policy: 'Chats' })],
      dlpPolicy({ TeamsLocation: [] }),
      dlpPolicy({ Name: 'Chats', TeamsLocation: { all: true } }),
    ),
    'couldNotCheck',
  ],

  [
    'policies cover every location together',
    dlp(
      [dlpRule(), dlpRule({ Policy: 'Chats' })],
      dlpPolicy({ TeamsLocation: [] }),
      dlpPolicy({
        Name: 'Chats',
        ...Object.fromEntries(dlpLocations.map((one) => [one, one === 'TeamsLocation' ? ['All'] : []])),
      }),
    ),
    'pass',
  ],
  [
    'the policy that covers the rest has no such rule',
    dlp([dlpRule()], dlpPolicy({ TeamsLocation: [] }), dlpPolicy({ Name: 'Chats' })),
    'fail',
  ],
  ...dlpLocations.flatMap((location) => [
    [`${location} has an exception`, narrowed({ [`${location}Exception`]: ['ada@contoso.com'] }), 'fail'] as const,
    [`${location} is not said`, narrowed({ [location]: undefined }), 'fail'] as const,
    [`${location} has another form`, narrowed({ [location]: { all: true } }), 'couldNotCheck'] as const,
  ]),
  ...[
    'ExchangeSenderMemberOf',
    'ExchangeSenderMemberOfException',
    'OneDriveSharedBy',
    'OneDriveSharedByMemberOf',
    'ExceptIfOneDriveSharedBy',
    'ExceptIfOneDriveSharedByMemberOf',
  ].flatMap((limit) => [
    [`${limit} limits it`, narrowed({ [limit]: ['sales@contoso.com'] }), 'fail'] as const,
    [`${limit} is empty`, narrowed({ [limit]: [] }), 'pass'] as const,
  ]),
  ['rules were not collected', configurationOf({ dlpPolicies: [dlpPolicy()] }), 'couldNotCheck'],
]);

verdictTable('purview.dlp.block', [
  {
    when: 'everyone is blocked',
    snapshot: dlp([dlpRule()]),
    says: 'pass',
    message: 'The sharing of personal data is blocked for everyone.',
    evidence: ['dlpRules: BlockAccess = true (Block)'],
  },
  {
    when: 'one of two rules does not say',
    snapshot: dlp([dlpRule(), dlpRule({ Name: 'Lenient', BlockAccess: undefined })]),
    says: 'couldNotCheck',
    message: 'does not say how the rules are set.',
    evidence: ['dlpRules: BlockAccess = true (Block)', 'dlpRules: BlockAccess = not reported (Lenient)'],
  },

  {
    when: 'one of two rules blocks some people',
    snapshot: dlp([dlpRule(), dlpRule({ Name: 'Lenient', BlockAccessScope: 'PerUser' })]),
    says: 'fail',
    message: 'do not block sharing for everyone: Lenient.',
    evidence: ['dlpRules: BlockAccess = true (Block)', 'dlpRules: BlockAccess = true (Lenient)'],
  },
]);
statusTable('purview.dlp.block', [
  ['it blocks everyone, in texts', dlp([dlpRule({ BlockAccess: 'True', BlockAccessScope: 'all' })]), 'pass'],
  ['it blocks nobody', dlp([dlpRule({ BlockAccess: 'False' })]), 'fail'],
  ['it does not say whether it blocks', dlp([dlpRule({ BlockAccess: undefined })]), 'couldNotCheck'],
  ['it does not say whom it blocks', dlp([dlpRule({ BlockAccessScope: undefined })]), 'couldNotCheck'],
  [
    'one does not say, another blocks nobody',
    dlp([dlpRule({ BlockAccess: undefined }), dlpRule({ BlockAccess: false })]),
    'fail',
  ],
  ['rules were refused', configurationOf({ dlpPolicies: [dlpPolicy()], dlpRules: refusedType }), 'notPermitted'],
]);

verdictTable('purview.dlp.notify', [
  {
    when: 'the owner is told',
    snapshot: dlp([dlpRule()]),
    says: 'pass',
    message: 'Users are told when a rule stops them.',
    evidence: ['dlpRules: NotifyUser = Owner (Block)'],
  },

  {
    when: 'nobody is told',
    snapshot: dlp([dlpRule({ NotifyUser: [' '] })]),
    says: 'fail',
    message: 'Rules for personal data notify nobody: Block.',
    evidence: ['dlpRules: NotifyUser = … (Block)'],
  },
]);
statusTable('purview.dlp.notify', [
  ['one person is told, as a text', dlp([dlpRule({ NotifyUser: 'Owner' })]), 'pass'],
  ['nobody is on the list', dlp([dlpRule({ NotifyUser: [] })]), 'fail'],
  ['it is not said who is told', dlp([dlpRule({ NotifyUser: undefined })]), 'couldNotCheck'],
  ['rules were refused', configurationOf({ dlpPolicies: [dlpPolicy()], dlpRules: refusedType }), 'notPermitted'],
]);

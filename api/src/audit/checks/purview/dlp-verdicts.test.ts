import type { JsonObject } from '../../facts/json-reader.ts';
import { configurationOf, refusedType } from '../../testing/configuration.ts';
import { type StatusRow, statusTable } from '../../testing/status-table.ts';
import { verdictTable } from '../../testing/verdict-table.ts';

const locations = ['Exchange', 'OneDrive', 'SharePoint', 'Teams', 'EndpointDlp'].map((name) => `${name}Location`);
const everywhere: JsonObject = Object.fromEntries(locations.map((location) => [location, ['All']]));
const policy = (more: JsonObject = {}): JsonObject => ({ Name: 'Cards', Mode: 'Enable', ...everywhere, ...more });
const nowhere = Object.fromEntries(locations.map((location) => [location, []]));
const policies = (...dlpPolicies: JsonObject[]): JsonObject => configurationOf({ dlpPolicies });

/** Both checks on policies alone say the same of these. */
const ofModes: readonly StatusRow[] = [
  ['policies were refused', configurationOf({ dlpPolicies: refusedType }), 'notPermitted'],
  ['policies were not collected', {}, 'couldNotCheck'],
  ['there is no policy', policies(), 'fail'],
  ['the mode is in other case', policies(policy({ Mode: ' enable ' })), 'pass'],
  ['the policy is in a test', policies(policy({ Mode: 'TestWithNotifications' })), 'fail'],
  ['the policy is in a test without tips', policies(policy({ Mode: 'TestWithoutNotifications' })), 'fail'],
  ['the policy is off', policies(policy({ Mode: 'Disable' })), 'fail'],
  ['the policy is about to be deleted', policies(policy({ Mode: 'PendingDeletion' })), 'fail'],
  ['the policy is turned off beside its mode', policies(policy({ Enabled: 'False' })), 'fail'],
  ['the policy is turned on beside its mode', policies(policy({ Enabled: true })), 'pass'],
  ['the policy does not say its mode', policies(policy({ Mode: undefined })), 'couldNotCheck'],
  ['one is in a test, another enforced', policies(policy({ Mode: 'TestWithNotifications' }), policy()), 'pass'],
  ['one does not say its mode, another is enforced', policies(policy({ Mode: undefined }), policy()), 'pass'],
  [
    'one does not say its mode, another is off',
    policies(policy({ Mode: undefined }), policy({ Mode: 'Disable' })),
    'couldNotCheck',
  ],
  ['a location has another form', policies(policy({ ...nowhere, TeamsLocation: { all: true } })), 'couldNotCheck'],
  [
    'a location of a policy that is off has another form',
    policies(policy({ ...nowhere, TeamsLocation: { all: true }, Mode: 'Disable' })),
    'fail',
  ],
];

verdictTable('purview.dlp', [
  {
    when: 'one of two is enforced',
    snapshot: policies(policy(), policy({ Name: 'Trial', Mode: 'TestWithNotifications' })),
    says: 'pass',
    message: 'Data loss prevention is enforced by Cards.',
    evidence: ['dlpPolicies: Mode = Enable (Cards)'],
  },
  {
    when: 'all are in a test',
    snapshot: policies(policy({ Mode: 'TestWithNotifications' })),
    says: 'fail',
    message: 'each is off, in a test, or applies to nothing.',
    evidence: ['dlpPolicies: Mode = TestWithNotifications (Cards)'],
  },
  { when: 'there is none', snapshot: policies(), says: 'fail', message: 'There is no data loss prevention policy.' },
  {
    when: 'the mode is not said',
    snapshot: policies(policy({ Mode: undefined })),
    says: 'couldNotCheck',
    message: 'does not say what the policies do.',
    evidence: ['dlpPolicies: Mode = not reported (Cards)'],
  },
]);
statusTable('purview.dlp', [
  ...ofModes,
  ['it applies to nothing', policies(policy(nowhere)), 'fail'],
  ['it applies to an empty text', policies(policy({ ...nowhere, ExchangeLocation: [' '] })), 'fail'],
  ['it applies to one site', policies(policy({ ...nowhere, SharePointLocation: 'https://contoso.example/a' })), 'pass'],
  [
    'it is only said what is to be added',
    policies(policy({ ...nowhere, AddTeamsLocation: ['All'], RemoveExchangeLocation: ['All'] })),
    'fail',
  ],
]);

verdictTable('purview.dlp.teams', [
  {
    when: 'it covers all of Teams',
    snapshot: policies(policy()),
    says: 'pass',
    message: 'enforced for all of Teams by Cards.',
    evidence: ['dlpPolicies: Mode = Enable (Cards)', 'dlpPolicies: TeamsLocation = All (Cards)'],
  },
  {
    when: 'it covers one team',
    snapshot: policies(policy({ TeamsLocation: ['sales@contoso.com'] })),
    says: 'fail',
    message: 'No enforced data loss prevention policy applies to all chats and channels of Teams.',
    evidence: ['dlpPolicies: Mode = Enable (Cards)', 'dlpPolicies: TeamsLocation = sales@contoso.com (Cards)'],
  },
]);
statusTable('purview.dlp.teams', [
  ...ofModes,
  ['all is in other case', policies(policy({ TeamsLocation: ['sales@contoso.com', ' all '] })), 'pass'],
  ['somebody is excepted', policies(policy({ TeamsLocationException: ['ada@contoso.com'] })), 'fail'],
  ['nobody is excepted', policies(policy({ TeamsLocationException: [] })), 'pass'],
  ['somebody is excepted elsewhere', policies(policy({ ExchangeLocationException: ['ada@contoso.com'] })), 'pass'],
  ['Teams is not said', policies(policy({ TeamsLocation: undefined })), 'fail'],
]);

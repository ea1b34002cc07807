import type { JsonObject } from '../../facts/json-reader.ts';
import { configurationOf, refusedType } from '../../testing/configuration.ts';
import { settingsTable, statusTable, switches } from '../../testing/status-table.ts';
import { verdictTable } from '../../testing/verdict-table.ts';

const main = (more: JsonObject): JsonObject => ({ Name: 'OwaMailboxPolicy-Default', IsDefault: true, ...more });
const field = (more: JsonObject): JsonObject => ({ Name: 'Field', IsDefault: false, ...more });
const owa = (...owaMailboxPolicies: JsonObject[]): JsonObject => configurationOf({ owaMailboxPolicies });

const noAccounts = switches('off', 'PersonalAccountsEnabled', 'PersonalAccountCalendarsEnabled');

verdictTable('exo.owa.accounts', [
  {
    when: 'the default policy does not say',
    snapshot: owa(main({ PersonalAccountsEnabled: false })),
    says: 'couldNotCheck',
    message: 'does not say how the default policy is set.',
    evidence: [
      'owaMailboxPolicies: PersonalAccountsEnabled = false (OwaMailboxPolicy-Default)',
      'owaMailboxPolicies: PersonalAccountCalendarsEnabled = not reported (OwaMailboxPolicy-Default)',
    ],
  },

  { when: 'there is no policy', snapshot: owa(), says: 'couldNotCheck', message: 'holds no such policy.' },

  {
    when: 'another policy allows them',
    snapshot: owa(main(noAccounts.good), field({ ...noAccounts.good, PersonalAccountsEnabled: true })),
    says: 'pass',
    message: 'by the default policy. Others … assigned to: Field.',
    evidence: [
      'owaMailboxPolicies: PersonalAccountsEnabled = false (OwaMailboxPolicy-Default)',
      'owaMailboxPolicies: PersonalAccountCalendarsEnabled = false (OwaMailboxPolicy-Default)',
      'owaMailboxPolicies: PersonalAccountsEnabled = true (Field)',
      'owaMailboxPolicies: PersonalAccountCalendarsEnabled = false (Field)',
    ],
  },
]);
settingsTable('exo.owa.accounts', (properties) => owa(main(properties)), noAccounts, {
  dataset: 'owaMailboxPolicies',
  of: 'OwaMailboxPolicy-Default',
  good: 'Personal accounts and calendars cannot be added to Outlook.',
  bad: 'Personal accounts or calendars can be added to Outlook (OwaMailboxPolicy-Default).',
});
statusTable('exo.owa.accounts', [
  ['policies were refused', configurationOf({ owaMailboxPolicies: refusedType }), 'notPermitted'],
  ['policies were not collected', {}, 'couldNotCheck'],
]);

const storage = (AdditionalStorageProvidersAvailable: unknown) => ({ AdditionalStorageProvidersAvailable });

verdictTable('exo.owa.storage', [
  {
    when: 'another policy allows it',
    snapshot: owa(main(storage(false)), field(storage(true))),
    says: 'warning',
    message: 'by the default policy. Others are not so strict, and … cannot be seen: Field.',
    evidence: [
      'owaMailboxPolicies: AdditionalStorageProvidersAvailable = false (OwaMailboxPolicy-Default)',
      'owaMailboxPolicies: AdditionalStorageProvidersAvailable = true (Field)',
    ],
  },
  {
    when: 'the default policy allows it',
    snapshot: owa(main(storage(true)), field(storage(false))),
    says: 'fail',
    message: 'Third-party storage can be used in Outlook on the web (OwaMailboxPolicy-Default).',
    evidence: [
      'owaMailboxPolicies: AdditionalStorageProvidersAvailable = true (OwaMailboxPolicy-Default)',
      'owaMailboxPolicies: AdditionalStorageProvidersAvailable = false (Field)',
    ],
  },
]);
settingsTable(
  'exo.owa.storage',
  (properties) => owa(main(properties)),
  switches('off', 'AdditionalStorageProvidersAvailable'),
  {
    dataset: 'owaMailboxPolicies',
    of: 'OwaMailboxPolicy-Default',
    good: 'Third-party storage cannot be used in Outlook on the web.',
    bad: 'Third-party storage can be used in Outlook on the web (OwaMailboxPolicy-Default).',
  },
);
statusTable('exo.owa.storage', [
  [
    'of two that may be the default one, one does not say',
    owa({ Name: 'Field', ...storage(false) }, { Name: 'Sales' }),
    'couldNotCheck',
  ],

  ['another policy forbids it, too', owa(main(storage(false)), field(storage('False'))), 'pass'],
  ['another policy does not say', owa(main(storage(false)), field({})), 'warning'],
  [
    'the default policy is known by its name',
    owa({ Name: 'OwaMailboxPolicy-Default', ...storage(false) }, { Name: 'Field', ...storage(true) }),
    'fail',
  ],
  ['no policy says that it is the default one', owa({ Name: 'Field', ...storage(true) }), 'fail'],
  ['no policy is the default one', owa(field(storage(true))), 'fail'],
  ['no policy is the default one, and none allows it', owa(field(storage(false))), 'pass'],
]);

const mayAdd = (...Roles: string[]) => ({ Name: 'Default Role Assignment Policy', IsDefault: true, Roles });
const assignments = (...roleAssignmentPolicies: JsonObject[]): JsonObject =>
  configurationOf({ roleAssignmentPolicies });

verdictTable('exo.addins', [
  {
    when: 'the default policy has one of the roles',
    snapshot: assignments(mayAdd('MyBaseOptions', 'my readwritemailbox apps')),
    says: 'fail',
    message: 'Users can install Outlook add-ins (Default Role Assignment Policy).',
    evidence: [
      'roleAssignmentPolicies: Roles = MyBaseOptions, my readwritemailbox apps (Default Role Assignment Policy)',
    ],
  },
]);
settingsTable(
  'exo.addins',
  (properties) => assignments({ ...mayAdd(), ...properties }),
  {
    good: { Roles: ['MyBaseOptions', 'My Custom Apps of old'] },
    alsoGood: { Roles: [[], 'MyBaseOptions'] },
    bad: {
      Roles: [
        ['My Custom Apps'],
        [' my custom apps '],
        ['My Marketplace Apps'],
        ['My ReadWriteMailbox Apps'],
        'My Custom Apps',
      ],
    },
  },
  {
    dataset: 'roleAssignmentPolicies',
    of: 'Default Role Assignment Policy',
    good: 'Users cannot install Outlook add-ins.',
    bad: 'Users can install Outlook add-ins (Default Role Assignment Policy).',
  },
);
statusTable('exo.addins', [
  [
    'another policy has one of the roles',
    assignments(mayAdd('MyBaseOptions'), { ...mayAdd('My Custom Apps'), Name: 'Field', IsDefault: 'False' }),
    'warning',
  ],
  [
    'the default policy is known by its name',
    assignments(
      { Name: 'Default Role Assignment Policy', Roles: [] },
      { Name: 'Field', IsDefault: false, Roles: ['My Custom Apps'] },
    ),
    'warning',
  ],
  ['policies were refused', configurationOf({ roleAssignmentPolicies: refusedType }), 'notPermitted'],
  ['policies were not collected', {}, 'couldNotCheck'],
]);

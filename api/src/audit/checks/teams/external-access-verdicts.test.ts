import type { JsonObject } from '../../facts/json-reader.ts';
import { configurationOf, refusedType } from '../../testing/configuration.ts';
import { type StatusRow, settingsTable, statusTable, switches } from '../../testing/status-table.ts';
import { verdictTable } from '../../testing/verdict-table.ts';

const federation = (...teamsFederationConfiguration: JsonObject[]): JsonObject =>
  configurationOf({ teamsFederationConfiguration });
const one = (of: JsonObject) => federation({ Identity: 'Global', ...of });
const on = (...AllowedDomains: unknown[]) => ({ AllowFederatedUsers: true, AllowedDomains });
const unread: readonly StatusRow[] = [
  ['the type was refused', configurationOf({ teamsFederationConfiguration: refusedType }), 'notPermitted'],
  ['the type was not collected', {}, 'couldNotCheck'],
  ['there is no instance', federation(), 'couldNotCheck'],
];

verdictTable('teams.external.domains', [
  {
    when: 'it is off',
    snapshot: one({ AllowFederatedUsers: false, AllowedDomains: [] }),
    says: 'pass',
    message: 'Only approved organizations, or none, can chat with and call users.',
    evidence: ['teamsFederationConfiguration: AllowFederatedUsers = false (Global)'],
  },
  {
    when: 'domains are named',
    snapshot: one(on('fabrikam.com', 'a.example')),
    says: 'pass',
    message: 'Only approved organizations',
    evidence: ['teamsFederationConfiguration: AllowedDomains = fabrikam.com, a.example (Global)'],
  },
  {
    when: 'every domain is allowed',
    snapshot: one(on()),
    says: 'fail',
    message: 'Every organization can chat with and call users (AllowedDomains).',
    evidence: ['teamsFederationConfiguration: AllowedDomains = empty (Global)'],
  },
  {
    when: 'it is not said which domains',
    snapshot: one({ AllowFederatedUsers: true }),
    says: 'couldNotCheck',
    message: 'does not say how this is set (AllowedDomains).',
    evidence: ['teamsFederationConfiguration: AllowedDomains = not reported (Global)'],
  },
]);

statusTable('teams.external.domains', [
  [
    'one instance may be off, of another it is not said which domains',
    federation({ AllowedDomains: [] }, { AllowFederatedUsers: true }),
    'couldNotCheck',
  ],

  ...unread,
  ['it is off, as a text', one({ AllowFederatedUsers: 'False', AllowedDomains: [] }), 'pass'],
  ['one domain is named, as a text', one({ AllowFederatedUsers: true, AllowedDomains: 'fabrikam.com' }), 'pass'],
  [
    'the list has Microsoft’s name for all',
    one({ AllowFederatedUsers: true, AllowedDomains: 'AllowAllKnownDomains' }),
    'fail',
  ],
  ['the list has that name in a longer text', one(on('Element: Microsoft.Rtc.AllowAllKnownDomains')), 'fail'],
  ['the list has a star', one(on('fabrikam.com', ' * ')), 'fail'],
  ['the list has an empty entry', one(on('')), 'fail'],
  ['the list has another form', one(on({ Domain: 'fabrikam.com' })), 'couldNotCheck'],
  ['it is not said whether it is on, domains are named', one({ AllowedDomains: ['fabrikam.com'] }), 'pass'],
  ['it is not said whether it is on, every domain is allowed', one({ AllowedDomains: [] }), 'couldNotCheck'],
  [
    'one instance is off, another names domains',
    federation({ AllowFederatedUsers: false, AllowedDomains: [] }, on('fabrikam.com')),
    'pass',
  ],
  ['one instance is off, another allows every domain', federation({ AllowFederatedUsers: false }, on()), 'fail'],
  ['one instance is open, another does not say', federation(on(), {}), 'fail'],
  ['both instances are off', federation({ AllowFederatedUsers: false }, { AllowFederatedUsers: false }), 'pass'],
]);

settingsTable('teams.external.unmanaged', one, switches('off', 'AllowTeamsConsumer'), {
  dataset: 'teamsFederationConfiguration',
  of: 'Global',
  good: 'Users cannot contact unmanaged Teams accounts.',
  bad: 'Users can contact unmanaged Teams accounts (AllowTeamsConsumer).',
});
statusTable('teams.external.unmanaged', unread);
verdictTable('teams.external.unmanaged', [
  {
    when: 'it is on',
    snapshot: one({ AllowTeamsConsumer: true }),
    says: 'fail',
    message: 'Users can contact unmanaged Teams accounts (AllowTeamsConsumer).',
    evidence: ['teamsFederationConfiguration: AllowTeamsConsumer = true (Global)'],
  },
]);

const consumer = (AllowTeamsConsumer: unknown, AllowTeamsConsumerInbound: unknown) => ({
  AllowTeamsConsumer,
  AllowTeamsConsumerInbound,
});
verdictTable('teams.external.unmanaged.inbound', [
  {
    when: 'contact is off as a whole',
    snapshot: one(consumer('False', true)),
    says: 'pass',
    message: 'Unmanaged Teams accounts cannot start a conversation with users.',
    evidence: ['teamsFederationConfiguration: AllowTeamsConsumer = False (Global)'],
  },
  {
    when: 'they may',
    snapshot: one(consumer(true, true)),
    says: 'fail',
    message: 'can start a conversation with users (AllowTeamsConsumerInbound).',
    evidence: ['teamsFederationConfiguration: AllowTeamsConsumerInbound = true (Global)'],
  },
]);
statusTable('teams.external.unmanaged.inbound', [
  ...unread,
  ['only they may not', one(consumer(true, 'False')), 'pass'],
  ['contact is on, and of them nothing is said', one(consumer(true, undefined)), 'couldNotCheck'],
  ['of contact nothing is said, and they may', one(consumer(undefined, true)), 'couldNotCheck'],
  ['of contact nothing is said, and they may not', one(consumer(undefined, false)), 'pass'],
  ['nothing is said', one({}), 'couldNotCheck'],
  ['each of two instances is closed in its way', federation(consumer(false, true), consumer(true, false)), 'pass'],
  ['one of two instances is open', federation(consumer(false, true), consumer(true, true)), 'fail'],
]);

settingsTable(
  'teams.external.trial',
  one,
  {
    good: { ExternalAccessWithTrialTenants: 'Blocked' },
    alsoGood: { ExternalAccessWithTrialTenants: ['blocked '] },
    bad: { ExternalAccessWithTrialTenants: ['Allowed'] },
  },
  {
    dataset: 'teamsFederationConfiguration',
    of: 'Global',
    good: 'Trial organizations cannot contact users.',
    bad: 'Trial organizations can contact users (ExternalAccessWithTrialTenants).',
  },
);
statusTable('teams.external.trial', unread);
verdictTable('teams.external.trial', [
  {
    when: 'they are allowed',
    snapshot: one({ ExternalAccessWithTrialTenants: 'Allowed' }),
    says: 'fail',
    message: 'Trial organizations can contact users (ExternalAccessWithTrialTenants).',
    evidence: ['teamsFederationConfiguration: ExternalAccessWithTrialTenants = Allowed (Global)'],
  },
]);

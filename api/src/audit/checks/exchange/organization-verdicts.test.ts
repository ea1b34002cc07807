import type { JsonObject } from '../../facts/json-reader.ts';
import { configurationOf, refusedType } from '../../testing/configuration.ts';
import { scored } from '../../testing/snapshots.ts';
import { settings, settingsTable, statusTable, switches } from '../../testing/status-table.ts';
import { verdictTable } from '../../testing/verdict-table.ts';

const organization = (...exchangeOrganizationConfig: JsonObject[]): JsonObject =>
  configurationOf({ exchangeOrganizationConfig });
const one = (properties: JsonObject) => organization({ IsSingleInstance: 'Yes', ...properties });
const refusedOrganization = configurationOf({ exchangeOrganizationConfig: refusedType });
const main = (more: JsonObject): JsonObject => ({ Name: 'OwaMailboxPolicy-Default', IsDefault: true, ...more });
const field = (more: JsonObject): JsonObject => ({ Name: 'Field', IsDefault: false, ...more });
const audited = (points: number) =>
  scored([{ controlName: 'exo_mailboxaudit', score: points, scoreInPercentage: points * 10 }]);

verdictTable('exo.audit', [
  {
    when: 'it is on',
    snapshot: one({ AuditDisabled: false }),
    says: 'pass',
    message: 'is on for the organization; whether individual mailboxes bypass it cannot be seen.',
    evidence: ['exchangeOrganizationConfig: AuditDisabled = false'],
  },
  {
    when: 'it is off',
    snapshot: one({ AuditDisabled: true }),
    says: 'fail',
    message: 'Mailbox auditing is off for the organization (AuditDisabled).',
    evidence: ['exchangeOrganizationConfig: AuditDisabled = true'],
  },
  {
    when: 'the setting was refused, and Secure Score is in full',
    snapshot: { ...refusedOrganization, ...audited(10) },
    says: 'pass',
    message: 'on for the organization; whether … (from Microsoft Secure Score, as of 2026-11-19).',
    evidence: [
      'secureScores: exo_mailboxaudit: 10 of … points, from Microsoft Secure Score as of 2026-11-19',
      'exchangeOrganizationConfig: not read: 403 Forbidden',
    ],
  },
]);
settingsTable('exo.audit', one, switches('off', 'AuditDisabled'));
statusTable('exo.audit', [
  ['two instances do not agree', organization({ AuditDisabled: false }, { AuditDisabled: true }), 'fail'],
  ['there is no instance', organization(), 'couldNotCheck'],
  ['it is off, and Secure Score is in full', { ...one({ AuditDisabled: true }), ...audited(10) }, 'fail'],
  ['it is not said, and Secure Score is in full', { ...one({}), ...audited(10) }, 'couldNotCheck'],
  ['it was refused, and Secure Score is not in full', { ...refusedOrganization, ...audited(0) }, 'fail'],
  ['it was refused, and there is no Secure Score', refusedOrganization, 'notPermitted'],
  ['nothing was collected', {}, 'couldNotCheck'],
]);

verdictTable('exo.mailtips', [
  {
    when: 'two of four are not as they should be',
    snapshot: one({
      MailTipsAllTipsEnabled: true,
      MailTipsExternalRecipientsTipsEnabled: false,
      MailTipsGroupMetricsEnabled: true,
      MailTipsLargeAudienceThreshold: 26,
    }),
    says: 'fail',
    message: 'of everything (MailTipsExternalRecipientsTipsEnabled, MailTipsLargeAudienceThreshold).',
    evidence: [
      'exchangeOrganizationConfig: MailTipsAllTipsEnabled = true',
      'exchangeOrganizationConfig: MailTipsExternalRecipientsTipsEnabled = false',
      'exchangeOrganizationConfig: MailTipsGroupMetricsEnabled = true',
      'exchangeOrganizationConfig: MailTipsLargeAudienceThreshold = 26',
    ],
  },
]);
settingsTable(
  'exo.mailtips',
  one,
  settings(
    switches('on', 'MailTipsAllTipsEnabled', 'MailTipsExternalRecipientsTipsEnabled', 'MailTipsGroupMetricsEnabled'),
    {
      good: { MailTipsLargeAudienceThreshold: 25 },
      alsoGood: { MailTipsLargeAudienceThreshold: [0, '25', ' 10 '] },
      bad: { MailTipsLargeAudienceThreshold: [26, '26', -1] },
    },
  ),
  {
    dataset: 'exchangeOrganizationConfig',
    good: 'MailTips warn of recipients outside and of large audiences.',
    bad: 'MailTips do not warn of everything (MailTipsAllTipsEnabled).',
  },
);
statusTable('exo.mailtips', [
  [
    'the threshold is no number',
    one({ MailTipsAllTipsEnabled: true, MailTipsLargeAudienceThreshold: '25 people' }),
    'couldNotCheck',
  ],
  ['the type was refused', refusedOrganization, 'notPermitted'],
  ['the type was not collected', {}, 'couldNotCheck'],
]);

verdictTable('exo.lockbox', [
  {
    when: 'it is on, in the spelling of the exporter',
    snapshot: one({ CustomerLockBoxEnabled: true }),
    says: 'pass',
    message: 'Customer Lockbox is on.',
    evidence: ['exchangeOrganizationConfig: CustomerLockboxEnabled = true'],
  },
]);
settingsTable('exo.lockbox', one, switches('on', 'CustomerLockboxEnabled'), {
  dataset: 'exchangeOrganizationConfig',
  good: 'Customer Lockbox is on.',
  bad: 'Customer Lockbox is off (CustomerLockboxEnabled).',
});
statusTable('exo.lockbox', [
  ['the type was refused', refusedOrganization, 'notPermitted'],
  ['the type was not collected', {}, 'couldNotCheck'],
]);

const booked = (BookingsEnabled: unknown, ...owaMailboxPolicies: JsonObject[]): JsonObject =>
  configurationOf({ exchangeOrganizationConfig: [{ BookingsEnabled }], owaMailboxPolicies });
const pages = (BookingsMailboxCreationEnabled?: unknown) => main({ BookingsMailboxCreationEnabled });

verdictTable('exo.bookings', [
  {
    when: 'it is off for the organization',
    snapshot: booked(false, pages(true)),
    says: 'pass',
    message: 'Bookings is off for the organization.',
    evidence: [
      'exchangeOrganizationConfig: BookingsEnabled = false',
      'owaMailboxPolicies: BookingsMailboxCreationEnabled = true (OwaMailboxPolicy-Default)',
    ],
  },
  {
    when: 'the default policy lets nobody',
    snapshot: booked(true, pages(false), field({ BookingsMailboxCreationEnabled: true })),
    says: 'pass',
    message: 'The default mailbox policy lets nobody create shared bookings pages.',
    evidence: [
      'exchangeOrganizationConfig: BookingsEnabled = true',
      'owaMailboxPolicies: BookingsMailboxCreationEnabled = false (OwaMailboxPolicy-Default)',
    ],
  },
  {
    when: 'the default policy lets everyone',
    snapshot: booked('True', pages('True')),
    says: 'fail',
    message: 'Everyone can create shared bookings pages.',
    evidence: [
      'exchangeOrganizationConfig: BookingsEnabled = True',
      'owaMailboxPolicies: BookingsMailboxCreationEnabled = True (OwaMailboxPolicy-Default)',
    ],
  },
  {
    when: 'the default policy does not say',
    snapshot: booked(true, pages()),
    says: 'couldNotCheck',
    message: 'does not say who can create shared bookings pages.',
    evidence: [
      'exchangeOrganizationConfig: BookingsEnabled = true',
      'owaMailboxPolicies: BookingsMailboxCreationEnabled = not reported (OwaMailboxPolicy-Default)',
    ],
  },
]);
statusTable('exo.bookings', [
  ['of two default policies one lets everyone', booked(true, pages(false), pages(true)), 'fail'],
  [
    'of two instances one is off',
    configurationOf({
      exchangeOrganizationConfig: [{ BookingsEnabled: false }, { BookingsEnabled: true }],
      owaMailboxPolicies: [pages(true)],
    }),
    'fail',
  ],

  ['the organization does not say, the default policy lets nobody', booked(undefined, pages('False')), 'pass'],
  ['the organization does not say, the default policy lets everyone', booked(undefined, pages(true)), 'couldNotCheck'],
  ['another policy alone lets nobody', booked(true, field({ BookingsMailboxCreationEnabled: false })), 'fail'],
  [
    'the organization was refused, the default policy lets nobody',
    configurationOf({ exchangeOrganizationConfig: refusedType, owaMailboxPolicies: [pages(false)] }),
    'pass',
  ],
  [
    'the organization was refused, the default policy lets everyone',
    configurationOf({ exchangeOrganizationConfig: refusedType, owaMailboxPolicies: [pages(true)] }),
    'notPermitted',
  ],
  [
    'it is on, and mailbox policies were refused',
    configurationOf({ exchangeOrganizationConfig: [{ BookingsEnabled: true }], owaMailboxPolicies: refusedType }),
    'notPermitted',
  ],
  [
    'it is off, and mailbox policies were refused',
    configurationOf({ exchangeOrganizationConfig: [{ BookingsEnabled: false }], owaMailboxPolicies: refusedType }),
    'pass',
  ],
  [
    'there is no instance',
    configurationOf({ exchangeOrganizationConfig: [], owaMailboxPolicies: [] }),
    'couldNotCheck',
  ],
  ['nothing was collected', {}, 'couldNotCheck'],
]);

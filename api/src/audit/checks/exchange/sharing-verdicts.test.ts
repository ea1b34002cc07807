import type { JsonObject } from '../../facts/json-reader.ts';
import { configurationOf, refusedType } from '../../testing/configuration.ts';
import { type StatusRow, settingsTable, statusTable, switches } from '../../testing/status-table.ts';
import { verdictTable } from '../../testing/verdict-table.ts';

const main = (more: JsonObject): JsonObject => ({ Name: 'Main', Default: true, Enabled: true, ...more });
const field = (more: JsonObject): JsonObject => ({ Name: 'Field', Default: false, Enabled: true, ...more });
const sharing = (...sharingPolicies: JsonObject[]): JsonObject => configurationOf({ sharingPolicies });
const shares = (...Domains: string[]): JsonObject => sharing(main({ Domains }));

const everywhere: readonly StatusRow[] = [
  ['nothing is shared', shares(), 'pass'],
  ['it is not said what is shared', sharing(main({})), 'couldNotCheck'],
  [
    'what is shared has another form',
    sharing(main({ Domains: { '*': 'CalendarSharingFreeBusySimple' } })),
    'couldNotCheck',
  ],
  [
    'a policy that is off does not say what it shares',
    sharing(main({ Domains: [] }), field({ Enabled: false })),
    'pass',
  ],
  ['policies were refused', configurationOf({ sharingPolicies: refusedType }), 'notPermitted'],
  ['policies were not collected', {}, 'couldNotCheck'],
];

verdictTable('exo.sharing', [
  {
    when: 'only contacts are shared',
    snapshot: shares('*:ContactsSharing'),
    says: 'pass',
    message: 'Calendars cannot be shared outside.',
    evidence: ['sharingPolicies: Enabled = true (Main)', 'sharingPolicies: Domains = *:ContactsSharing (Main)'],
  },

  {
    when: 'calendars are shared with a domain',
    snapshot: shares('fabrikam.com:CalendarSharingFreeBusyDetail'),
    says: 'fail',
    message: 'Calendars can be shared with people outside (Main).',
    evidence: [
      'sharingPolicies: Enabled = true (Main)',
      'sharingPolicies: Domains = fabrikam.com:CalendarSharingFreeBusyDetail (Main)',
    ],
  },
  {
    when: 'another policy shares calendars',
    snapshot: sharing(main({ Domains: [] }), field({ Domains: ['*:CalendarSharingFreeBusySimple'] })),
    says: 'warning',
    message: 'by policies other than the default … cannot be seen: Field.',
    evidence: [
      'sharingPolicies: Enabled = true (Main)',
      'sharingPolicies: Domains = empty (Main)',
      'sharingPolicies: Enabled = true (Field)',
      'sharingPolicies: Domains = *:CalendarSharingFreeBusySimple (Field)',
    ],
  },
  { when: 'there is no policy', snapshot: sharing(), says: 'couldNotCheck', message: 'holds no sharing policy.' },
]);
statusTable('exo.sharing', [
  ...everywhere,
  ['contacts are shared', shares('*:ContactsSharing'), 'pass'],
  ['calendars come second', shares('*:ContactsSharing, CalendarSharingFreeBusyReviewer'), 'fail'],
  [
    'the policy does not say whether it is the default one',
    sharing({ Name: 'Main', Enabled: true, Domains: ['*:CalendarSharingFreeBusySimple'] }),
    'fail',
  ],
  [
    'the policy does not say whether it is on',
    sharing({ Name: 'Main', Default: true, Domains: ['*:CalendarSharingFreeBusySimple'] }),
    'fail',
  ],
  [
    'the policy is off, as a text',
    sharing(main({ Enabled: 'False', Domains: ['*:CalendarSharingFreeBusySimple'] })),
    'pass',
  ],
]);

verdictTable('exo.sharing.contacts', [
  {
    when: 'they are shared with one domain',
    snapshot: shares('fabrikam.com:ContactsSharing'),
    says: 'pass',
    message: 'Contacts cannot be shared with every domain.',
    evidence: [
      'sharingPolicies: Enabled = true (Main)',
      'sharingPolicies: Domains = fabrikam.com:ContactsSharing (Main)',
    ],
  },
  {
    when: 'it is not said',
    snapshot: sharing(main({})),
    says: 'couldNotCheck',
    message: 'does not say what is shared.',
    evidence: ['sharingPolicies: Enabled = true (Main)', 'sharingPolicies: Domains = not reported (Main)'],
  },

  {
    when: 'contacts are shared with all, after calendars',
    snapshot: shares('*:CalendarSharingFreeBusySimple, ContactsSharing'),
    says: 'fail',
    message: 'Contacts can be shared with every domain (Main).',
    evidence: [
      'sharingPolicies: Enabled = true (Main)',
      'sharingPolicies: Domains = *:CalendarSharingFreeBusySimple, ContactsSharing (Main)',
    ],
  },
]);
statusTable('exo.sharing.contacts', [
  ...everywhere,
  ['contacts are shared with a domain', shares('fabrikam.com:ContactsSharing'), 'pass'],
  ['contacts are shared with anybody', shares('Anonymous:ContactsSharing'), 'fail'],
  ['calendars are shared with all', shares('*:CalendarSharingFreeBusyDetail'), 'pass'],
  [
    'another policy shares contacts with all',
    sharing(main({ Domains: [] }), field({ Domains: ['*:ContactsSharing'] })),
    'warning',
  ],
]);

verdictTable('exo.sharing.calendar', [
  {
    when: 'they are shared with one domain',
    snapshot: shares('a.example:CalendarSharingFreeBusySimple'),
    says: 'pass',
    message: 'Calendars cannot be shared with every domain.',
    evidence: [
      'sharingPolicies: Enabled = true (Main)',
      'sharingPolicies: Domains = a.example:CalendarSharingFreeBusySimple (Main)',
    ],
  },

  {
    when: 'calendars are published',
    snapshot: shares(' anonymous : calendarsharingfreebusysimple'),
    says: 'fail',
    message: 'shared with every domain or published (Main).',
    evidence: [
      'sharingPolicies: Enabled = true (Main)',
      'sharingPolicies: Domains = … anonymous : calendarsharingfreebusysimple (Main)',
    ],
  },
]);
statusTable('exo.sharing.calendar', [
  ['contacts and calendars are shared with all', shares('*:ContactsSharing, CalendarSharingFreeBusySimple'), 'fail'],

  ...everywhere,
  ['calendars are shared with all', shares('*:CalendarSharingFreeBusyDetail'), 'fail'],
  ['calendars are shared with a domain', shares('fabrikam.com:CalendarSharingFreeBusyDetail'), 'pass'],
  ['contacts are shared with all', shares('*:ContactsSharing'), 'pass'],
  [
    'one text holds two entries',
    sharing(main({ Domains: 'fabrikam.com:ContactsSharing;*:CalendarSharingFreeBusySimple' })),
    'fail',
  ],
  ['an entry says no action', shares('*'), 'pass'],
]);

const signing = (...dkimSigningConfig: JsonObject[]): JsonObject => configurationOf({ dkimSigningConfig });

verdictTable('exo.dkim', [
  {
    when: 'there is no domain',
    snapshot: signing(),
    says: 'couldNotCheck',
    message: 'does not say for which domains DKIM signing is on.',
  },

  {
    when: 'it is on for every domain',
    snapshot: signing({ Identity: 'contoso.com', Enabled: true }),
    says: 'pass',
    message: 'on for every domain that Exchange signs for.',
    evidence: ['dkimSigningConfig: Enabled = true (contoso.com)'],
  },
  {
    when: 'it is off for two domains',
    snapshot: signing(
      { Identity: 'contoso.com', Enabled: true },
      { Identity: 'a.example', Enabled: 'False' },
      { Identity: 'x', Domain: 'b.example', Enabled: false },
      { Identity: 'c.example' },
    ),
    says: 'fail',
    message: 'DKIM signing is off for a.example, b.example.',
    evidence: [
      'dkimSigningConfig: Enabled = true (contoso.com)',
      'dkimSigningConfig: Enabled = False (a.example)',
      'dkimSigningConfig: Enabled = false (x)',
      'dkimSigningConfig: Enabled = not reported (c.example)',
    ],
  },
]);
settingsTable(
  'exo.dkim',
  (properties) => signing({ Identity: 'contoso.com', ...properties }),
  switches('on', 'Enabled'),
);
statusTable('exo.dkim', [
  [
    'one domain does not say',
    signing({ Identity: 'contoso.com', Enabled: true }, { Identity: 'a.example' }),
    'couldNotCheck',
  ],
  ['the type was refused', configurationOf({ dkimSigningConfig: refusedType }), 'notPermitted'],
  ['the type was not collected', {}, 'couldNotCheck'],
]);

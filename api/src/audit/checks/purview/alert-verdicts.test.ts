import type { JsonObject } from '../../facts/json-reader.ts';
import { configurationOf, refusedType } from '../../testing/configuration.ts';
import { refused, scored } from '../../testing/snapshots.ts';
import { type StatusRow, statusTable } from '../../testing/status-table.ts';
import { verdictTable } from '../../testing/verdict-table.ts';

const names = [
  'Suspicious email sending patterns detected',
  'Suspicious connector activity',
  'Suspicious Email Forwarding Activity',
  'Messages have been delayed',
  'Tenant restricted from sending unprovisioned email',
  'Tenant restricted from sending email',
] as const;
const click = 'A potentially malicious URL click was detected';
const good = { Disabled: false, NotificationEnabled: true, NotifyUser: ['soc@contoso.com'] };
const alert = (Name: string | undefined, more: JsonObject = {}): JsonObject => ({ Name, ...good, ...more });
const alerts = (...protectionAlerts: JsonObject[]): JsonObject => configurationOf({ protectionAlerts });
/** All six; the first as told. */
const first = (more: JsonObject) => alerts(...names.map((name, index) => alert(name, index === 0 ? more : {})));
const each = (more: JsonObject) => alerts(...names.map((name) => alert(name, more)));
const onlyFirst = (...others: JsonObject[]) => alerts(alert(names[0]), ...others);

/** The first off, the second not there, one without a name. */
const offAndMissing = alerts(
  alert(names[0], { Disabled: true }),
  ...names.slice(2).map((name) => alert(name)),
  alert(undefined),
);

const both: readonly StatusRow[] = [
  ['all six are as they should be', each({}), 'pass'],
  ['names are in other case', alerts(...names.map((name) => alert(` ${name.toUpperCase()}`))), 'pass'],
  ['alert policies were refused', configurationOf({ protectionAlerts: refusedType }), 'notPermitted'],
  ['alert policies were not collected', {}, 'couldNotCheck'],
  ['there is no alert policy', alerts(), 'couldNotCheck'],
  ['the others may be those without a name', onlyFirst(alert(undefined)), 'couldNotCheck'],
  [
    'of two of a name one is off',
    alerts(...names.map((name) => alert(name)), alert(names[0], { Disabled: true })),
    'pass',
  ],
];

verdictTable('purview.alerts', [
  { when: 'there is none', snapshot: alerts(), says: 'couldNotCheck', message: 'holds no alert policy.' },
  {
    when: 'it is not said whether they are on',
    snapshot: each({ Disabled: undefined }),
    says: 'couldNotCheck',
    message: 'does not say whether the alert policies are on.',
    evidence: names.map((name) => `protectionAlerts: Disabled = not reported (${name})`),
  },
  {
    when: 'all are on',
    snapshot: each({}),
    says: 'pass',
    message: 'The alert policies that have to be on are on.',
    evidence: names.map((name) => `protectionAlerts: Disabled = false (${name})`),
  },

  {
    when: 'one is off, one missing',
    snapshot: alerts(...names.slice(1).map((name, index) => alert(name, { Disabled: index === 0 }))),
    says: 'fail',
    message: 'off or missing: Suspicious email sending patterns detected, Suspicious connector activity.',
    evidence: [
      'protectionAlerts: Disabled = true (Suspicious connector activity)',
      ...names.slice(2).map((name) => `protectionAlerts: Disabled = false (${name})`),
    ],
  },
  {
    when: 'the snapshot names none',
    snapshot: alerts(alert(undefined)),
    says: 'couldNotCheck',
    message: 'does not name all alert policies.',
  },
]);
statusTable('purview.alerts', [
  ['one is off, one may be that without a name', offAndMissing, 'fail'],

  ...both,
  ['one is off, as a text', first({ Disabled: 'True' }), 'fail'],
  [
    'one is off, though another has no name',
    alerts(...names.map((name, index) => alert(name, { Disabled: index === 0 })), alert(undefined)),
    'fail',
  ],
  ['it is not said whether they are on', each({ Disabled: undefined }), 'couldNotCheck'],
  [
    'of one it is not said, another is off',
    alerts(...names.map((name, index) => alert(name, { Disabled: [undefined, true][index] ?? false }))),
    'fail',
  ],
  [
    'of two of a name one is off, of the other it is not said',
    alerts(
      ...names.map((name) => alert(name, { Disabled: name === names[0] ? undefined : false })),
      alert(names[0], { Disabled: true }),
    ),
    'couldNotCheck',
  ],
  ['five of six are missing', onlyFirst(), 'fail'],
  ['that of clicks is there, and on', alerts(...names.map((name) => alert(name)), alert(click)), 'pass'],
  [
    'that of clicks is there, and off',
    alerts(...names.map((name) => alert(name)), alert(click, { Disabled: true })),
    'fail',
  ],
  ['nobody is told', each({ NotificationEnabled: false }), 'pass'],
]);

verdictTable('purview.alerts.told', [
  {
    when: 'there is none',
    snapshot: alerts(),
    says: 'couldNotCheck',
    message: 'holds none of the alert policies that matter.',
  },
  {
    when: 'it is not said whom they tell',
    snapshot: each({ NotifyUser: undefined }),
    says: 'couldNotCheck',
    message: 'does not say whom the alert policies tell.',
    evidence: names.flatMap((name) => [
      `protectionAlerts: NotificationEnabled = true (${name})`,
      `protectionAlerts: NotifyUser = not reported (${name})`,
    ]),
  },
  {
    when: 'somebody is told',
    snapshot: each({}),
    says: 'pass',
    message: 'Somebody is sent mail by each alert policy that matters.',
    evidence: names.flatMap((name) => [
      `protectionAlerts: NotificationEnabled = true (${name})`,
      `protectionAlerts: NotifyUser = soc@contoso.com (${name})`,
    ]),
  },

  {
    when: 'one is off, one tells nobody',
    snapshot: alerts(
      ...names.map((name, index) =>
        alert(name, index === 0 ? { Disabled: true } : index === 1 ? { NotifyUser: [] } : {}),
      ),
    ),
    says: 'warning',
    message:
      'Nobody is sent mail by … Suspicious email sending patterns detected, Suspicious connector activity. Whether a SIEM',
    evidence: names.flatMap((name, index) => [
      `protectionAlerts: NotificationEnabled = true (${name})`,
      `protectionAlerts: NotifyUser = ${index === 1 ? 'empty' : 'soc@contoso.com'} (${name})`,
    ]),
  },
]);
statusTable('purview.alerts.told', [
  ['of one nothing is said, the others tell somebody', first({ NotifyUser: undefined }), 'couldNotCheck'],

  ['one is off, one may be that without a name', offAndMissing, 'warning'],

  ...both,
  ['mail is off', first({ NotificationEnabled: 'False' }), 'warning'],
  ['mail goes to nobody', first({ NotifyUser: [''] }), 'warning'],
  ['mail goes to one address, as a text', first({ NotifyUser: 'soc@contoso.com' }), 'pass'],
  ['of mail nothing is said', each({ NotificationEnabled: undefined, NotifyUser: undefined }), 'couldNotCheck'],
  [
    'of one nothing is said, another tells nobody',
    alerts(
      ...names.map((name, index) =>
        alert(name, index === 0 ? { NotifyUser: undefined } : index === 1 ? { NotifyUser: [] } : {}),
      ),
    ),
    'warning',
  ],
  ['five of six are missing', onlyFirst(), 'warning'],
  ['five of six are off', alerts(...names.map((name, index) => alert(name, { Disabled: index > 0 }))), 'warning'],
  [
    'one tells nobody, though another has no name',
    alerts(...names.map((name, index) => alert(name, index === 0 ? { NotifyUser: [] } : {})), alert(undefined)),
    'warning',
  ],
  ['none of the six is there', alerts(alert('Something else')), 'couldNotCheck'],
  [
    'that of clicks tells nobody',
    alerts(...names.map((name) => alert(name)), alert(click, { NotifyUser: [] })),
    'pass',
  ],
  [
    'of two of a name one tells nobody',
    alerts(...names.map((name) => alert(name)), alert(names[0], { NotifyUser: [] })),
    'pass',
  ],
]);

const labels = (...labelPolicies: JsonObject[]): JsonObject => configurationOf({ labelPolicies });
const published = (more: JsonObject = {}): JsonObject => ({
  Name: 'Labels',
  Labels: ['General'],
  ExchangeLocation: ['All'],
  ...more,
});

verdictTable('purview.labels', [
  {
    when: 'labels have another form',
    snapshot: labels(published({ Labels: [{ name: 'General' }] })),
    says: 'couldNotCheck',
    message: 'does not say what the label policies publish.',
    evidence: ['labelPolicies: Labels = not reported (Labels)'],
  },

  {
    when: 'one of two policies publishes',
    snapshot: labels(published(), published({ Name: 'Old', Labels: [] })),
    says: 'pass',
    message: 'Sensitivity labels are published by Labels.',
    evidence: ['labelPolicies: Labels = General (Labels)', 'labelPolicies: Labels = empty (Old)'],
  },
  {
    when: 'there is no policy',
    snapshot: labels(),
    says: 'fail',
    message: 'There is no label policy.',
    evidence: ['labelPolicies: none'],
  },
  {
    when: 'the policy is for nobody',
    snapshot: labels(published({ ExchangeLocation: [] })),
    says: 'fail',
    message: 'No label policy publishes labels to anybody.',
    evidence: ['labelPolicies: Labels = General (Labels)'],
  },
]);
statusTable('purview.labels', [
  [
    'it is for groups',
    labels(published({ ExchangeLocation: undefined, ModernGroupLocation: 'sales@contoso.com' })),
    'pass',
  ],
  ['labels are not said', labels(published({ Labels: undefined })), 'fail'],
  ['labels have another form', labels(published({ Labels: [{ name: 'General' }] })), 'couldNotCheck'],
  ['a location has another form', labels(published({ ExchangeLocation: { all: true } })), 'couldNotCheck'],
  [
    'it is only said where it is taken away, and added',
    labels(published({ ExchangeLocation: [], RemoveExchangeLocation: ['All'], AddExchangeLocation: ['All'] })),
    'fail',
  ],
  [
    'it is only said who is excepted',
    labels(published({ ExchangeLocation: [], ExchangeLocationException: ['ada@contoso.com'] })),
    'fail',
  ],
  ['policies were refused', configurationOf({ labelPolicies: refusedType }), 'notPermitted'],
  ['policies were not collected', {}, 'couldNotCheck'],
]);

const audit = (score: number, profiles: JsonObject = { mip_search_auditlog: 3 }) =>
  scored([{ controlName: 'mip_search_auditlog', score }], profiles);

verdictTable('purview.audit', [
  {
    when: 'Secure Score has it in full',
    snapshot: audit(3),
    says: 'pass',
    message: 'Audit log search is on (from Microsoft Secure Score, as of 2026-11-19).',
    evidence: ['secureScores: mip_search_auditlog: 3 of 3 points, from Microsoft Secure Score as of 2026-11-19'],
  },
  {
    when: 'Secure Score has it in part',
    snapshot: audit(2),
    says: 'fail',
    message: 'Audit log search is not on (from Microsoft Secure Score, as of 2026-11-19).',
    evidence: ['secureScores: mip_search_auditlog: 2 of 3 points, from Microsoft Secure Score as of 2026-11-19'],
  },
]);
statusTable('purview.audit', [
  ['Secure Score was refused', { secureScores: refused }, 'notPermitted'],
  ['Secure Score was not collected', {}, 'couldNotCheck'],
]);

import type { JsonObject } from '../../facts/json-reader.ts';
import { configurationOf, mailRule, refusedType } from '../../testing/configuration.ts';
import { scored } from '../../testing/snapshots.ts';
import { statusTable } from '../../testing/status-table.ts';
import { verdictTable } from '../../testing/verdict-table.ts';

const everyDomain = (AutoForwardEnabled: boolean): JsonObject => ({
  Identity: 'Default',
  DomainName: '*',
  AutoForwardEnabled,
});
const open = [everyDomain(true)];
const closed = [everyDomain(false)];
const outbound = (AutoForwardingMode: string) => ({
  outboundSpamPolicies: [{ Identity: 'Default', AutoForwardingMode }],
  outboundSpamRules: [],
});
const [off, on] = [outbound('Off'), outbound('On')];
const acceptedDomains = [{ Identity: 'contoso.com' }];
const toOutside = [mailRule({ CopyTo: ['archive@fabrikam.com'] })];

const score = (points: number) =>
  scored([{ controlName: 'mdo_autoforwardingmode', score: points, scoreInPercentage: points * 20 }]);
const unreadRules = { transportRules: refusedType, acceptedDomains };

verdictTable('exo.forward', [
  {
    when: 'only Secure Score is there, in full',
    snapshot: score(5),
    says: 'pass',
    message: 'Automatic forwarding to external recipients is blocked (from Microsoft Secure Score, as of 2026-11-19).',
    evidence: ['secureScores: mdo_autoforwardingmode: 5 of … points, from Microsoft Secure Score as of 2026-11-19'],
  },
  {
    when: 'nobody forwards, and Secure Score is not in full',
    snapshot: { ...configurationOf({ remoteDomains: closed, ...unreadRules }), ...score(0) },
    says: 'warning',
    message:
      'Users cannot forward mail by themselves. Automatic forwarding to external recipients is not fully blocked (from …).',
    evidence: [
      'remoteDomains: AutoForwardEnabled = false (Default)',
      'secureScores: mdo_autoforwardingmode: 0 of … points, from Microsoft Secure Score as of 2026-11-19',
      'transportRules: not read: 403 Forbidden',
    ],
  },
  {
    when: 'every way out is open, and rules were refused',
    snapshot: { ...configurationOf({ remoteDomains: open, ...on, ...unreadRules }), ...score(5) },
    says: 'fail',
    message: 'Mail can be forwarded automatically to every domain.',
    evidence: [
      'remoteDomains: AutoForwardEnabled = true (Default)',
      'outboundSpamPolicies: AutoForwardingMode = On (Default)',
      'transportRules: not read: 403 Forbidden',
    ],
  },
]);

statusTable('exo.forward', [
  ['no way out is open', configurationOf({ remoteDomains: closed, transportRules: [], ...off }), 'pass'],
  ['users may forward', configurationOf({ remoteDomains: open, transportRules: [], ...on }), 'fail'],
  [
    'a rule forwards, and Secure Score is in full',
    { ...configurationOf({ remoteDomains: closed, transportRules: toOutside, acceptedDomains }), ...score(5) },
    'fail',
  ],
  [
    'rules were read, and remote domains refused',
    configurationOf({ remoteDomains: refusedType, transportRules: [] }),
    'notPermitted',
  ],
  [
    'rules were refused, and there is no Secure Score',
    configurationOf({ remoteDomains: closed, ...unreadRules }),
    'notPermitted',
  ],
  [
    'rules were refused, and Secure Score is in full',
    { ...configurationOf({ remoteDomains: closed, ...unreadRules }), ...score(5) },
    'pass',
  ],
  ['nothing but Secure Score is known, and not in full', score(0), 'fail'],
  ['nothing was collected', {}, 'couldNotCheck'],
]);

verdictTable('exo.forward.rules', [
  {
    when: 'two rules send mail outside, by two actions',
    snapshot: configurationOf({
      transportRules: [
        mailRule({ RedirectMessageTo: ['a@fabrikam.com'], BlindCopyTo: ['b@fabrikam.com', 'ada@contoso.com'] }),
        mailRule({ Name: 'Invoices', AddToRecipients: 'c@fabrikam.com' }),
      ],
      acceptedDomains,
    }),
    says: 'fail',
    message: 'to addresses outside: Rule, Invoices.',
    evidence: [
      'transportRules: RedirectMessageTo = a@fabrikam.com (Rule)',
      'transportRules: BlindCopyTo = b@fabrikam.com, ada@contoso.com (Rule)',
      'transportRules: AddToRecipients = c@fabrikam.com (Invoices)',
    ],
  },
  {
    when: 'a rule sends mail to a list',
    snapshot: configurationOf({ transportRules: [mailRule({ CopyTo: ['Sales team'] })], acceptedDomains }),
    says: 'couldNotCheck',
    message: 'whether to somebody outside cannot be said: Rule.',
    evidence: ['transportRules: CopyTo = Sales team (Rule)'],
  },
  {
    when: 'there is no rule',
    snapshot: configurationOf({ transportRules: [] }),
    says: 'pass',
    message: 'No mail flow rule sends mail to an address outside.',
  },
]);

const rules = (...transportRules: JsonObject[]): JsonObject => configurationOf({ transportRules, acceptedDomains });
const copying = (more: JsonObject): JsonObject => rules(mailRule({ CopyTo: ['x@fabrikam.com'], ...more }));
const toSubdomain = mailRule({ CopyTo: ['x@mail.contoso.com'] });

statusTable('exo.forward.rules', [
  ['the rule begins in this minute', copying({ ActivationDate: '2026-11-20T12:00:00Z' }), 'fail'],
  [
    'one list is one’s own, another has another form',
    copying({ CopyTo: ['ada@contoso.com'], BlindCopyTo: { list: 'x' } }),
    'couldNotCheck',
  ],
  ['addresses have spaces around them', copying({ CopyTo: ' ada@contoso.com ; b@contoso.com ' }), 'pass'],

  ['the rule is in a test', copying({ Mode: 'Audit' }), 'pass'],
  ['the rule is in a test that tells people', copying({ Mode: 'AuditAndNotify' }), 'pass'],
  ['the rule is off, as a text', copying({ Enabled: 'False' }), 'pass'],
  ['the rule is off by its state', copying({ Enabled: undefined, State: 'Disabled' }), 'pass'],
  ['the rule is on by its state', copying({ Enabled: undefined, State: 'Enabled' }), 'fail'],
  ['the rule does not say whether it is on', copying({ Enabled: undefined }), 'couldNotCheck'],
  ['the rule does not say its mode', copying({ Mode: undefined }), 'couldNotCheck'],
  ['the rule expired in this minute', copying({ ExpiryDate: '2026-11-20T12:00:00Z' }), 'pass'],
  ['the rule expires tomorrow', copying({ ExpiryDate: '2026-11-21T12:00:00Z' }), 'fail'],
  ['the rule begins tomorrow', copying({ ActivationDate: '2026-11-21T12:00:00Z' }), 'pass'],
  ['the rule began yesterday', copying({ ActivationDate: '2026-11-19T12:00:00Z' }), 'fail'],
  ['the date of the rule cannot be read', copying({ ExpiryDate: 'next year' }), 'couldNotCheck'],
  ['the beginning of the rule cannot be read', copying({ ActivationDate: 'last year' }), 'couldNotCheck'],
  ['lists are empty', rules(mailRule({ CopyTo: [], BlindCopyTo: null, RedirectMessageTo: '' })), 'pass'],
  ['the address is one’s own, in other case', copying({ CopyTo: ['Ada@CONTOSO.com'] }), 'pass'],
  ['the address stands in angle brackets', copying({ CopyTo: ['Ada <ada@contoso.com>'] }), 'pass'],
  ['one text holds two addresses', copying({ CopyTo: 'ada@contoso.com, x@fabrikam.com' }), 'fail'],
  ['one text holds two addresses of one’s own', copying({ CopyTo: 'ada@contoso.com; b@contoso.com;' }), 'pass'],
  ['recipients have another form', copying({ CopyTo: { list: 'x@fabrikam.com' } }), 'couldNotCheck'],
  ['a list stands beside an address outside', copying({ BlindCopyTo: ['Sales team'] }), 'fail'],
  [
    'a report carries the message outside',
    rules(
      mailRule({ GenerateIncidentReport: 'x@fabrikam.com', IncidentReportContent: ['Sender', 'AttachOriginalMail'] }),
    ),
    'fail',
  ],
  [
    'a report tells the sender alone',
    rules(mailRule({ GenerateIncidentReport: 'x@fabrikam.com', IncidentReportContent: ['Sender'] })),
    'pass',
  ],
  ['a subdomain is not accepted', rules(toSubdomain), 'fail'],
  [
    'a subdomain is accepted with its parent',
    configurationOf({
      transportRules: [toSubdomain],
      acceptedDomains: [{ Identity: 'contoso.com', MatchSubDomains: 'True' }],
    }),
    'pass',
  ],
  [
    'a domain only ends like an accepted one',
    configurationOf({
      transportRules: [mailRule({ CopyTo: ['x@notcontoso.com'] })],
      acceptedDomains: [{ Identity: 'contoso.com', MatchSubDomains: true }],
    }),
    'fail',
  ],
  [
    'the accepted domain stands in DomainName',
    configurationOf({
      transportRules: [mailRule({ CopyTo: ['ada@contoso.com'] })],
      acceptedDomains: [{ Identity: 'Main', DomainName: 'contoso.com' }],
    }),
    'pass',
  ],
  [
    'an accepted domain has no name',
    configurationOf({
      transportRules: [mailRule({ CopyTo: ['x@fabrikam.com'] })],
      acceptedDomains: [{ MatchSubDomains: false }],
    }),
    'couldNotCheck',
  ],
  [
    'accepted domains were refused',
    configurationOf({ transportRules: toOutside, acceptedDomains: refusedType }),
    'couldNotCheck',
  ],
  [
    'accepted domains were refused, verified ones are known',
    { ...configurationOf({ transportRules: toOutside, acceptedDomains: refusedType }), domains: ['contoso.com'] },
    'fail',
  ],
  [
    'the address is in a verified domain',
    { ...copying({ CopyTo: ['x@fabrikam.com'] }), domains: ['fabrikam.com'] },
    'pass',
  ],
  [
    'the address is in a domain that is not verified',
    { ...copying({}), domains: [{ id: 'fabrikam.com', isVerified: false }] },
    'fail',
  ],
  ['rules were refused', configurationOf({ transportRules: refusedType, acceptedDomains }), 'notPermitted'],
  ['rules were not collected', {}, 'couldNotCheck'],
]);

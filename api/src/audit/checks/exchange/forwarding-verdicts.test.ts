import type { JsonObject } from '../../facts/json-reader.ts';
import { configurationOf, mailRule, refusedType } from '../../testing/configuration.ts';
import { statusTable } from '../../testing/status-table.ts';
import { verdictTable } from '../../testing/verdict-table.ts';

const remote = (DomainName: string, AutoForwardEnabled?: unknown): JsonObject => ({
  Identity: DomainName === '*' ? 'Default' : DomainName,
  DomainName,
  AutoForwardEnabled,
});
const open = [remote('*', true)];
const closed = [remote('*', false)];
const mode = (AutoForwardingMode?: string): JsonObject => ({ Identity: 'Default', AutoForwardingMode });
const own = (AutoForwardingMode: string): JsonObject => ({ Identity: 'Sales', AutoForwardingMode });
const bound = (more: JsonObject = {}): JsonObject => ({
  Identity: 'Sales',
  HostedOutboundSpamFilterPolicy: 'Sales',
  Enabled: true,
  Priority: 0,
  ...more,
});
const acceptedDomains = [{ Identity: 'contoso.com' }, { Identity: 'contoso.onmicrosoft.com' }];
const everyDomain = { SenderDomainIs: ['Contoso.com', 'contoso.onmicrosoft.com'] };
const off = { outboundSpamPolicies: [mode('Off')], outboundSpamRules: [] };
const on = { outboundSpamPolicies: [mode('On')], outboundSpamRules: [] };
const toOutside = [mailRule({ CopyTo: ['archive@fabrikam.com'] })];
const toList = [mailRule({ CopyTo: ['Sales team'] })];
const mayGoTo = (...allowedForwardingDomains: string[]): JsonObject => ({
  exemptions: { 'MS.EXO.1.1v2': { allowedForwardingDomains } },
});

verdictTable('exo.forward.auto', [
  {
    when: 'no remote domain is open',
    snapshot: configurationOf({ remoteDomains: [remote('*', false), remote('fabrikam.com', 'False')] }),
    says: 'pass',
    message: 'No remote domain allows automatic forwarding.',
    evidence: [
      'remoteDomains: AutoForwardEnabled = false (Default)',
      'remoteDomains: AutoForwardEnabled = False (fabrikam.com)',
    ],
  },
  {
    when: 'two remote domains are open',
    snapshot: configurationOf({ remoteDomains: [remote('*', true), remote('fabrikam.com', 'True')] }),
    says: 'fail',
    message: 'automatically to every domain, fabrikam.com.',
    evidence: [
      'remoteDomains: AutoForwardEnabled = true (Default)',
      'remoteDomains: AutoForwardEnabled = True (fabrikam.com)',
    ],
  },
  {
    when: 'the outbound spam policy stops it',
    snapshot: configurationOf({ remoteDomains: open, ...off }),
    says: 'pass',
    message: 'Outbound spam policies stop automatic forwarding for everyone.',
    evidence: [
      'remoteDomains: AutoForwardEnabled = true (Default)',
      'outboundSpamPolicies: AutoForwardingMode = Off (Default)',
    ],
  },
  {
    when: 'outbound spam policies were refused',
    snapshot: configurationOf({ remoteDomains: open, outboundSpamPolicies: refusedType }),
    says: 'warning',
    message: 'Remote domains allow forwarding to every domain … outbound spam policy … could not be read.',
    evidence: ['remoteDomains: AutoForwardEnabled = true (Default)', 'outboundSpamPolicies: not read: 403 Forbidden'],
  },
  {
    when: 'it is not said',
    snapshot: configurationOf({ remoteDomains: [remote('*')] }),
    says: 'couldNotCheck',
    message: 'does not say whether mail may be forwarded.',
    evidence: ['remoteDomains: AutoForwardEnabled = not reported (Default)'],
  },
  {
    when: 'there is no remote domain',
    snapshot: configurationOf({ remoteDomains: [], ...on }),
    says: 'couldNotCheck',
    message: 'holds no remote domain.',
    evidence: ['outboundSpamPolicies: AutoForwardingMode = On (Default)'],
  },
  {
    when: 'no way out is open, rules included',
    snapshot: configurationOf({ remoteDomains: closed, transportRules: [] }),
    says: 'pass',
    message: 'No remote domain allows automatic forwarding. No mail flow rule sends mail to an address outside.',
    evidence: ['remoteDomains: AutoForwardEnabled = false (Default)'],
  },
  {
    when: 'a rule forwards, and nothing else does',
    snapshot: configurationOf({ remoteDomains: closed, transportRules: toOutside, acceptedDomains }),
    says: 'fail',
    message: 'Mail flow rules send mail to addresses outside: Rule.',
    evidence: [
      'transportRules: CopyTo = archive@fabrikam.com (Rule)',
      'remoteDomains: AutoForwardEnabled = false (Default)',
    ],
  },
]);

statusTable('exo.forward.auto', [
  [
    'users may forward by what is not known, and rules send to a list',
    configurationOf({
      remoteDomains: open,
      outboundSpamPolicies: refusedType,
      transportRules: toList,
      acceptedDomains,
    }),
    'couldNotCheck',
  ],
  [
    'it is not said whether users may forward, and rules were refused',
    configurationOf({ remoteDomains: [remote('*')], transportRules: refusedType }),
    'notPermitted',
  ],
  [
    'users may forward by what is not known, and rules send nothing',
    configurationOf({ remoteDomains: open, outboundSpamPolicies: refusedType, transportRules: [] }),
    'warning',
  ],

  [
    'the open domain is declared, and its identity is another',
    {
      ...configurationOf({
        remoteDomains: [{ Identity: 'Partner', DomainName: 'fabrikam.com', AutoForwardEnabled: true }],
      }),
      ...mayGoTo('fabrikam.com'),
    },
    'pass',
  ],

  ['remote domains are refused', configurationOf({ remoteDomains: refusedType }), 'notPermitted'],
  [
    'remote domains are refused, the outbound policy off',
    configurationOf({ remoteDomains: refusedType, ...off }),
    'pass',
  ],
  ['nothing was collected', {}, 'couldNotCheck'],
  [
    'one domain is silent beside an open one',
    configurationOf({ remoteDomains: [remote('a.example'), ...open] }),
    'fail',
  ],
  [
    'an open domain has no DomainName',
    configurationOf({ remoteDomains: [{ Identity: 'x', AutoForwardEnabled: true }] }),
    'fail',
  ],
  [
    'the open domain is declared, in other case',
    { ...configurationOf({ remoteDomains: [...closed, remote('Fabrikam.com', true)] }), ...mayGoTo('FABRIKAM.com') },
    'pass',
  ],
  [
    'the open domain is declared, and stands in Identity',
    {
      ...configurationOf({ remoteDomains: [{ Identity: 'fabrikam.com', AutoForwardEnabled: true }] }),
      ...mayGoTo('fabrikam.com'),
    },
    'pass',
  ],
  [
    'another domain is declared',
    { ...configurationOf({ remoteDomains: [remote('fabrikam.com', true)] }), ...mayGoTo('a.example') },
    'fail',
  ],
  ['every domain is declared', { ...configurationOf({ remoteDomains: open }), ...mayGoTo('*') }, 'fail'],
  [
    'the outbound mode is Automatic',
    configurationOf({ remoteDomains: open, outboundSpamPolicies: [mode('automatic')], outboundSpamRules: [] }),
    'pass',
  ],
  ['the outbound mode is On', configurationOf({ remoteDomains: open, ...on }), 'fail'],
  [
    'the outbound mode is not said',
    configurationOf({ remoteDomains: open, outboundSpamPolicies: [mode()], outboundSpamRules: [] }),
    'warning',
  ],
  [
    'an own outbound policy is on, and its rules were refused',
    configurationOf({
      remoteDomains: open,
      outboundSpamPolicies: [mode('Off'), own('On')],
      outboundSpamRules: refusedType,
    }),
    'warning',
  ],
  [
    'an own outbound policy is on for one sender',
    configurationOf({
      remoteDomains: open,
      outboundSpamPolicies: [mode('Off'), own('On')],
      outboundSpamRules: [bound({ From: ['ada@contoso.com'] })],
    }),
    'fail',
  ],
  [
    'an own outbound policy is on by a rule that is off',
    configurationOf({
      remoteDomains: open,
      outboundSpamPolicies: [mode('Off'), own('On')],
      outboundSpamRules: [bound({ Enabled: 'False' })],
    }),
    'pass',
  ],
  [
    'an own outbound policy is off for every accepted domain',
    configurationOf({
      remoteDomains: open,
      outboundSpamPolicies: [mode('On'), own('Off')],
      outboundSpamRules: [bound(everyDomain)],
      acceptedDomains,
    }),
    'pass',
  ],
  [
    'the rule of an own outbound policy names a domain, and none below it',
    configurationOf({
      remoteDomains: open,
      outboundSpamPolicies: [mode('On'), own('Off')],
      outboundSpamRules: [bound({ SenderDomainIs: ['contoso.com'] })],
      acceptedDomains: [{ Identity: 'contoso.com' }, { Identity: 'mail.contoso.com' }],
    }),
    'fail',
  ],
  [
    'rules send to a list, and nothing else forwards',
    configurationOf({ remoteDomains: closed, transportRules: toList, acceptedDomains }),
    'couldNotCheck',
  ],
  ['remote domains are open, rules send nothing', configurationOf({ remoteDomains: open, transportRules: [] }), 'fail'],
]);

verdictTable('exo.forward.outbound', [
  {
    when: 'the default policy is off',
    snapshot: configurationOf(off),
    says: 'pass',
    message: 'stop automatic forwarding for everyone.',
    evidence: ['outboundSpamPolicies: AutoForwardingMode = Off (Default)'],
  },
  {
    when: 'the default policy is on',
    snapshot: configurationOf(on),
    says: 'fail',
    message: 'allow automatic forwarding: Default.',
    evidence: ['outboundSpamPolicies: AutoForwardingMode = On (Default)'],
  },
  {
    when: 'the default policy does not say',
    snapshot: configurationOf({ outboundSpamPolicies: [mode()], outboundSpamRules: [] }),
    says: 'couldNotCheck',
    message: 'does not say whether automatic forwarding is allowed, or for whom: Default.',
    evidence: ['outboundSpamPolicies: AutoForwardingMode = not reported (Default)'],
  },
  {
    when: 'there is no policy',
    snapshot: configurationOf({ outboundSpamPolicies: [], outboundSpamRules: [] }),
    says: 'couldNotCheck',
    message: 'does not hold the default outbound spam policy.',
  },
]);

statusTable('exo.forward.outbound', [
  ['policies were refused', configurationOf({ outboundSpamPolicies: refusedType }), 'notPermitted'],
  ['policies were not collected', {}, 'couldNotCheck'],
  [
    'an own policy is on and has no rule',
    configurationOf({ outboundSpamPolicies: [mode('Off'), own('On')], outboundSpamRules: [] }),
    'pass',
  ],
  [
    'an own policy is on for all',
    configurationOf({ outboundSpamPolicies: [mode('Off'), own('On')], outboundSpamRules: [bound()] }),
    'fail',
  ],
  [
    'an own policy is off for every accepted domain, the default on',
    configurationOf({
      outboundSpamPolicies: [mode('On'), own('Off')],
      outboundSpamRules: [bound(everyDomain)],
      acceptedDomains,
    }),
    'pass',
  ],
  [
    'rules were refused, and there is only the default policy',
    configurationOf({ outboundSpamPolicies: [mode('Off')], outboundSpamRules: refusedType }),
    'pass',
  ],
]);

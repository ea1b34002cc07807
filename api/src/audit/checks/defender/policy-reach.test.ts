import type { JsonObject } from '../../facts/json-reader.ts';
import { configurationOf, refusedType, ruleOf } from '../../testing/configuration.ts';
import { statusTable } from '../../testing/status-table.ts';
import { verdictTable } from '../../testing/verdict-table.ts';

/** By the check that asks one switch of one property, so that what differs is whom a policy reaches. */
const check = 'mdo.malware.filter';
const policy = (Identity: string, EnableFileFilter?: unknown, more: JsonObject = {}): JsonObject => ({
  Identity,
  EnableFileFilter,
  MakeDefault: Identity === 'Default',
  ...more,
});
const rule = (name: string, more: JsonObject = {}) => ruleOf('MalwareFilterPolicy', name, more);
const [good, lax] = [policy('Default', true), policy('Default', false)];
const [sales, laxSales] = [policy('Sales', true), policy('Sales', false)];
const [field, laxField] = [policy('Field', true), policy('Field', false)];

type More = Parameters<typeof configurationOf>[0];
const tenant = (malwareFilterPolicies: JsonObject[], malwareFilterRules: JsonObject[], more: More = {}): JsonObject =>
  configurationOf({
    malwareFilterPolicies,
    malwareFilterRules,
    presetPolicyRules: [],
    acceptedDomains: [{ Identity: 'contoso.com' }, { Identity: 'fabrikam.com' }],
    ...more,
  });

verdictTable(check, [
  {
    when: 'an own policy for all goes before the default one',
    snapshot: tenant([good, sales], [rule('Sales')]),
    says: 'pass',
    message: 'Dangerous attachment types are blocked (Sales).',
    evidence: ['malwareFilterPolicies: EnableFileFilter = true (Sales)'],
  },
  {
    when: 'an own policy is lax for one person',
    snapshot: tenant([good, laxSales], [rule('Sales', { SentTo: ['ada@contoso.com'] })]),
    says: 'fail',
    message: 'Dangerous attachment types are not blocked (Sales).',
    evidence: ['malwareFilterPolicies: EnableFileFilter = false (Sales)'],
  },
  {
    when: 'the default policy is lax for whoever has no other',
    snapshot: tenant([lax, sales], [rule('Sales', { SentToMemberOf: ['sales@contoso.com'] })]),
    says: 'fail',
    message: 'not blocked (Default).',
    evidence: ['malwareFilterPolicies: EnableFileFilter = false (Default)'],
  },
  {
    when: 'rules were refused, and an own policy is lax',
    snapshot: tenant([good, laxSales], [], { malwareFilterRules: refusedType }),
    says: 'couldNotCheck',
    message: 'hangs on … whom Sales reaches, or how it is set.',
    recommendation: 'Look at the policies and presets in the Microsoft Defender portal',
    evidence: ['malwareFilterPolicies: EnableFileFilter = false (Sales)'],
  },
  {
    when: 'there is no policy',
    snapshot: tenant([], []),
    says: 'couldNotCheck',
    message: 'does not hold the default policy.',
    recommendation: 'Look at the policies and presets in the Microsoft Defender portal',
  },
]);

statusTable(check, [
  [
    'a policy begins like the default one',
    tenant([{ Identity: 'Default for Sales', EnableFileFilter: true }], []),
    'couldNotCheck',
  ],
  [
    'a policy ends like the default one',
    tenant([{ Identity: 'Old Default', EnableFileFilter: true }], []),
    'couldNotCheck',
  ],
  ['the default policy is spelled otherwise', tenant([{ Identity: ' default ', EnableFileFilter: true }], []), 'pass'],
  [
    'a lax rule goes before a good one that may be off',
    tenant(
      [good, laxSales, field],
      [rule('Sales', { SentTo: ['ada@contoso.com'] }), rule('Field', { Priority: 1, Enabled: undefined })],
    ),
    'fail',
  ],

  ['policies were refused', configurationOf({ malwareFilterPolicies: refusedType }), 'notPermitted'],
  ['policies were not collected', {}, 'couldNotCheck'],
  ['the default policy alone is good', tenant([good], []), 'pass'],
  ['the default policy alone is lax', tenant([lax], []), 'fail'],
  ['the default policy does not say', tenant([policy('Default')], []), 'couldNotCheck'],
  ['the default policy is known by its name', tenant([{ Identity: 'Default', EnableFileFilter: false }], []), 'fail'],
  ['the default policy is called otherwise', tenant([policy('Main', false, { MakeDefault: 'True' })], []), 'fail'],
  [
    'the default policy is marked by IsDefault',
    tenant([{ Identity: 'Main', IsDefault: true, EnableFileFilter: true }], []),
    'pass',
  ],
  [
    'one called Default is not the default one',
    tenant([policy('Default', false, { MakeDefault: false })], []),
    'couldNotCheck',
  ],
  [
    'there is no default policy, and an own one for some',
    tenant([sales], [rule('Sales', { SentTo: ['ada@contoso.com'] })]),
    'couldNotCheck',
  ],
  ['there is no default policy, and an own one for all', tenant([sales], [rule('Sales')]), 'pass'],

  // Whether an own policy acts.
  ['a lax policy has no rule', tenant([good, laxSales], []), 'pass'],
  ['the rule of a lax policy is off', tenant([good, laxSales], [rule('Sales', { Enabled: 'False' })]), 'pass'],
  [
    'the rule of a lax policy is off by its state',
    tenant([good, laxSales], [rule('Sales', { Enabled: undefined, State: 'Disabled' })]),
    'pass',
  ],
  [
    'the rule of a good policy is off, the default lax',
    tenant([lax, sales], [rule('Sales', { Enabled: false })]),
    'fail',
  ],
  [
    'the rule of a good policy is on by its state, the default lax',
    tenant([lax, sales], [rule('Sales', { Enabled: undefined, State: 'Enabled' })]),
    'pass',
  ],
  [
    'the rule of a lax policy does not say whether it is on',
    tenant([good, laxSales], [rule('Sales', { Enabled: undefined })]),
    'couldNotCheck',
  ],
  [
    'the rule of a good policy does not say whether it is on, the default lax',
    tenant([lax, sales], [rule('Sales', { Enabled: undefined })]),
    'couldNotCheck',
  ],
  [
    'the rule of a good policy does not say whether it is on, the default good',
    tenant([good, sales], [rule('Sales', { Enabled: undefined })]),
    'pass',
  ],
  [
    'a rule names a policy that was not read',
    tenant([good], [rule('Sales', { SentTo: ['ada@contoso.com'] })]),
    'couldNotCheck',
  ],
  ['a rule names its policy in other case', tenant([lax, sales], [rule('sales ')]), 'pass'],
  [
    'a rule names no policy, and is called like one',
    tenant([lax, sales], [rule('Sales', { MalwareFilterPolicy: undefined })]),
    'pass',
  ],
  [
    'rules were refused, and there is only the default policy',
    tenant([good], [], { malwareFilterRules: refusedType }),
    'pass',
  ],
  [
    'rules were refused, and an own policy is good',
    tenant([good, sales], [], { malwareFilterRules: refusedType }),
    'pass',
  ],
  [
    'rules were refused, and only an own policy is good',
    tenant([lax, sales], [], { malwareFilterRules: refusedType }),
    'couldNotCheck',
  ],
  [
    'rules were refused, and every policy is lax',
    tenant([lax, laxSales], [], { malwareFilterRules: refusedType }),
    'fail',
  ],

  // Of several the first acts.
  [
    'the lower number goes first, as texts: good',
    tenant([lax, laxSales, field], [rule('Sales', { Priority: '10' }), rule('Field', { Priority: '9' })]),
    'pass',
  ],
  [
    'the lower number goes first, as texts: lax',
    tenant([good, laxSales, field], [rule('Sales', { Priority: '9' }), rule('Field', { Priority: '10' })]),
    'fail',
  ],
  [
    'a rule without a number goes last',
    tenant([lax, laxSales, field], [rule('Sales', { Priority: undefined }), rule('Field', { Priority: 5 })]),
    'pass',
  ],
  ['of the same number the first acts', tenant([lax, sales, laxField], [rule('Sales'), rule('Field')]), 'pass'],
  [
    'a good rule that may be off goes before a lax one for all',
    tenant([good, sales, laxField], [rule('Sales', { Enabled: undefined }), rule('Field', { Priority: 1 })]),
    'couldNotCheck',
  ],
  [
    'a lax rule that may be off goes before a lax one',
    tenant(
      [good, laxSales, laxField],
      [rule('Sales', { Enabled: undefined }), rule('Field', { SentTo: ['ada@contoso.com'], Priority: 1 })],
    ),
    'fail',
  ],
  [
    'a silent policy for some goes before a good default one',
    tenant([good, policy('Sales')], [rule('Sales', { SentTo: ['ada@contoso.com'] })]),
    'couldNotCheck',
  ],
]);

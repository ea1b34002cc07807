import type { JsonObject } from '../../facts/json-reader.ts';
import { configurationOf, refusedType, ruleOf, withDefender } from '../../testing/configuration.ts';
import { statusTable } from '../../testing/status-table.ts';
import { verdictTable } from '../../testing/verdict-table.ts';

type More = Parameters<typeof configurationOf>[0];
const filter = (Identity: string, EnableFileFilter?: boolean): JsonObject => ({
  Identity,
  EnableFileFilter,
  MakeDefault: Identity === 'Default',
});
const standard = 'Standard Preset Security Policy1700000000001';
const strict = 'Strict Preset Security Policy1700000000002';
const [good, lax] = [filter('Default', true), filter('Default', false)];
const preset = (Identity: string, more: JsonObject = {}): JsonObject => ({ Identity, State: 'Enabled', ...more });
const off = { State: 'Disabled' };
const toBoard = { SentToMemberOf: ['board@contoso.com'] };
const notToAda = { RecipientDomainIs: ['contoso.com'], ExceptIfSentTo: ['ada@contoso.com'] };
const tenant = (malwareFilterPolicies: JsonObject[], presetPolicyRules: JsonObject[], more: More = {}): JsonObject =>
  configurationOf({
    malwareFilterPolicies,
    malwareFilterRules: [],
    presetPolicyRules,
    acceptedDomains: [{ Identity: 'contoso.com' }],
    ...more,
  });
const sales = (more: JsonObject = {}): More => ({ malwareFilterRules: [ruleOf('MalwareFilterPolicy', 'Sales', more)] });
const presetsRefused = (...malwareFilterPolicies: JsonObject[]) =>
  tenant(malwareFilterPolicies, [], { presetPolicyRules: refusedType });

verdictTable('mdo.malware.filter', [
  {
    when: 'a preset that is on for everybody goes before the default policy',
    snapshot: tenant([lax, filter(standard, true)], [preset(standard)]),
    says: 'pass',
    message: 'Dangerous attachment types are blocked (Standard preset).',
    evidence: [`malwareFilterPolicies: EnableFileFilter = true (${standard})`],
  },
  {
    when: 'rules of presets were refused, and the default policy is lax',
    snapshot: presetsRefused(lax, filter(standard, true), filter(strict, true)),
    says: 'couldNotCheck',
    message: 'whom Strict preset, Standard preset reaches, or how it is set.',
    recommendation: 'Look at the policies and presets in the Microsoft Defender portal',
    evidence: [
      `malwareFilterPolicies: EnableFileFilter = true (${strict})`,
      `malwareFilterPolicies: EnableFileFilter = true (${standard})`,
    ],
  },
]);

statusTable('mdo.malware.filter', [
  [
    'a lax preset is off, and rules of own policies were refused',
    tenant([good, filter(standard, false)], [preset(standard, off)], { malwareFilterRules: refusedType }),
    'pass',
  ],

  [
    'a preset is on by a switch',
    tenant([lax, filter(standard, true)], [{ Identity: standard, Enabled: true }]),
    'pass',
  ],
  [
    'the rule of a preset is known by its name',
    tenant(
      [lax, filter(standard, true)],
      [{ Identity: '1', Name: 'Standard Preset Security Policy', State: 'enabled' }],
    ),
    'pass',
  ],
  ['a preset is off, the default lax', tenant([lax, filter(standard, true)], [preset(standard, off)]), 'fail'],
  [
    'a preset is off by a switch, the default lax',
    tenant([lax, filter(standard, true)], [{ Identity: standard, Enabled: 'False' }]),
    'fail',
  ],
  ['a preset was never turned on, the default lax', tenant([lax, filter(standard, true)], []), 'fail'],
  [
    'a preset does not say whether it is on, the default lax',
    tenant([lax, filter(standard, true)], [{ Identity: standard }]),
    'couldNotCheck',
  ],
  [
    'a preset does not say whether it is on, the default good',
    tenant([good, filter(standard, true)], [{ Identity: standard }]),
    'pass',
  ],
  [
    'a preset is on for a group, the default lax',
    tenant([lax, filter(standard, true)], [preset(standard, toBoard)]),
    'fail',
  ],
  [
    'a preset is on for a group, the default good',
    tenant([good, filter(standard, true)], [preset(standard, toBoard)]),
    'pass',
  ],
  [
    'a preset leaves out a person, the default lax',
    tenant([lax, filter(strict, true)], [preset(strict, notToAda)]),
    'fail',
  ],
  ['a lax preset is on for a group', tenant([good, filter(standard, false)], [preset(standard, toBoard)]), 'fail'],
  ['a lax preset is off', tenant([good, filter(standard, false)], [preset(standard, off)]), 'pass'],
  [
    'strict goes before standard',
    tenant([lax, filter(standard, false), filter(strict, true)], [preset(standard), preset(strict)]),
    'pass',
  ],
  [
    'strict is for a group, and standard lax',
    tenant([lax, filter(standard, false), filter(strict, true)], [preset(standard), preset(strict, toBoard)]),
    'fail',
  ],
  [
    'a preset goes before an own policy',
    tenant([lax, filter(standard, true), filter('Sales', false)], [preset(standard)], sales()),
    'pass',
  ],
  [
    'a preset is for a group, an own policy lax for the same',
    tenant([good, filter(standard, true), filter('Sales', false)], [preset(standard, toBoard)], sales(toBoard)),
    'pass',
  ],
  [
    'rules of presets were refused, and the default policy is good',
    presetsRefused(good, filter(standard, true)),
    'pass',
  ],
  ['rules of presets were refused, and no preset has a policy', presetsRefused(lax), 'fail'],
  ['rules of presets were refused, and every policy is lax', presetsRefused(lax, filter(standard, false)), 'fail'],
  ['rules of presets were refused, and theirs are lax', presetsRefused(good, filter(standard, false)), 'couldNotCheck'],
  ['a preset that is on is not among the policies', tenant([lax], [preset(standard)]), 'fail'],
  ['a preset that is on is not among the policies, the default good', tenant([good], [preset(standard)]), 'pass'],
  ['only what Microsoft sets in a preset is known', tenant([], [preset(standard)]), 'pass'],
  [
    'only what Microsoft sets in a preset is known, and it is on for some',
    tenant([], [preset(strict, toBoard)]),
    'couldNotCheck',
  ],
]);

const onlyPreset = (of: 'spamFilterPolicies' | 'antiPhishPolicies', which: string) => ({
  ...configurationOf({
    [of]: [],
    [of === 'spamFilterPolicies' ? 'spamFilterRules' : 'antiPhishRules']: [],
    presetPolicyRules: [preset(which)],
  }),
  ...withDefender,
});

// What nobody can change in a preset counts as read; whom it protects from impersonation is chosen by each organization.
statusTable('mdo.malware.types', [['only the standard preset is known', tenant([], [preset(standard)]), 'pass']]);
statusTable('mdo.malware.comprehensive', [['only the strict preset is known', tenant([], [preset(strict)]), 'fail']]);
statusTable('mdo.malware.zap', [['only the strict preset is known', tenant([], [preset(strict)]), 'pass']]);
statusTable('mdo.malware.notify', [['only the strict preset is known', tenant([], [preset(strict)]), 'couldNotCheck']]);
statusTable('mdo.spam.actions', [
  ['only the standard preset is known', onlyPreset('spamFilterPolicies', standard), 'pass'],
  ['only the strict preset is known', onlyPreset('spamFilterPolicies', strict), 'pass'],
]);
statusTable('mdo.spam.allowed', [
  ['only the standard preset is known', onlyPreset('spamFilterPolicies', standard), 'pass'],
]);
statusTable('mdo.tips', [
  ['only the standard preset is known', onlyPreset('antiPhishPolicies', standard), 'pass'],
  ['only the strict preset is known', onlyPreset('antiPhishPolicies', strict), 'pass'],
]);
statusTable('mdo.spoof', [
  ['only the standard preset is known, which moves to junk mail', onlyPreset('antiPhishPolicies', standard), 'fail'],
  ['only the strict preset is known', onlyPreset('antiPhishPolicies', strict), 'pass'],
]);
statusTable('mdo.impersonation.domains', [
  ['only the strict preset is known', onlyPreset('antiPhishPolicies', strict), 'couldNotCheck'],
]);
statusTable('exo.antiphish', [
  ['only the strict preset is known', onlyPreset('antiPhishPolicies', strict), 'couldNotCheck'],
]);

// Outbound mail has no presets.
const outbound = (AllowList: JsonObject[], rules: JsonObject[]): JsonObject =>
  configurationOf({ outboundSpamPolicies: AllowList, outboundSpamRules: rules, presetPolicyRules: [preset(strict)] });
statusTable('exo.forward.outbound', [
  ['a preset is on', outbound([{ Identity: 'Default', AutoForwardingMode: 'On' }], []), 'fail'],
  [
    'a policy is called like a preset',
    outbound(
      [
        { Identity: strict, AutoForwardingMode: 'Off' },
        { Identity: 'Default', AutoForwardingMode: 'On' },
      ],
      [],
    ),
    'fail',
  ],
]);

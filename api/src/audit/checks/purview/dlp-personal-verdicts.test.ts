import type { JsonObject } from '../../facts/json-reader.ts';
import { configurationOf, refusedType } from '../../testing/configuration.ts';
import { card, dlp, dlpPolicy, dlpRule, personalTypes, social, taxpayer } from '../../testing/dlp-rules.ts';
import { statusTable } from '../../testing/status-table.ts';
import { verdictTable } from '../../testing/verdict-table.ts';

const ids = [
  '50842eb7-edc8-4019-85dd-5a5c1f2bb085',
  'E55E2A32-F92D-4985-A35D-A0B269EB687B',
  'a44669fe-0d48-453d-a9b1-2cc83f2cba77',
];
const containing = (ContentContainsSensitiveInformation: unknown) =>
  dlp([dlpRule({ ContentContainsSensitiveInformation })]);
const advanced = (condition: JsonObject) => ({
  ContentContainsSensitiveInformation: undefined,
  AdvancedRule: JSON.stringify({ Version: '1.0', Condition: condition }, null, 2).replaceAll('\n', '\r\n'),
});
const contains = (groups: JsonObject, more: JsonObject = {}) => ({
  Operator: 'And',
  SubConditions: [{ ConditionName: 'ContentContainsSensitiveInformation', Value: [groups], ...more }],
});
const group = (Sensitivetypes: JsonObject[], more: JsonObject = {}) => ({
  Name: 'Default',
  Operator: 'Or',
  Sensitivetypes,
  ...more,
});

verdictTable('purview.dlp.personal', [
  {
    when: 'two rules look for all of it together',
    snapshot: dlp([dlpRule({}, [card]), dlpRule({ Name: 'Numbers' }, [taxpayer, social])]),
    says: 'pass',
    message: 'Rules look for card, taxpayer and Social Security numbers: Block, Numbers.',
    evidence: [
      'dlpRules: looks for credit card numbers (Block)',
      'dlpRules: looks for taxpayer identification numbers, Social Security numbers (Numbers)',
    ],
  },
  {
    when: 'one of three is looked for by nothing',
    snapshot: dlp([dlpRule({}, [card, social])]),
    says: 'fail',
    message: 'No enforced rule looks for taxpayer identification numbers.',
    evidence: ['dlpRules: looks for credit card numbers, Social Security numbers (Block)'],
  },
  {
    when: 'no policy is enforced',
    snapshot: dlp([dlpRule()], dlpPolicy({ Mode: 'Disable' }), dlpPolicy({ Name: 'Trial', Enabled: false })),
    says: 'fail',
    message: 'No policy is enforced that could look for it.',
    evidence: ['dlpPolicies: Mode = Disable (Cards)', 'dlpPolicies: Mode = Enable (Trial)'],
  },
  {
    when: 'a policy does not say its mode',
    snapshot: dlp([dlpRule({}, [card])], dlpPolicy(), dlpPolicy({ Name: 'Trial', Mode: undefined })),
    says: 'couldNotCheck',
    message: 'does not say what the policies do.',
    evidence: ['dlpPolicies: Mode = Enable (Cards)', 'dlpPolicies: Mode = not reported (Trial)'],
  },
]);

statusTable('purview.dlp.personal', [
  [
    'a rule that is off has a condition that cannot be read',
    dlp([dlpRule({ Disabled: true, ContentContainsSensitiveInformation: {} })]),
    'fail',
  ],
  [
    'one of two policies is enforced, and has the rule',
    dlp([dlpRule()], dlpPolicy(), dlpPolicy({ Name: 'Trial', Mode: 'Disable' })),
    'pass',
  ],
  ...['name', 'Name', 'id', 'Id'].map(
    (key) =>
      [
        `a ${key} has another form`,
        dlp([dlpRule({}, [...personalTypes.slice(1), { [key]: {} }])]),
        'couldNotCheck',
      ] as const,
  ),
  [
    'names have spaces around them',
    dlp([
      dlpRule(
        {},
        personalTypes.map(({ name }) => ({ name: ` ${name} ` })),
      ),
    ]),
    'pass',
  ],
  [
    'the condition is a text with space before it',
    containing(` ${JSON.stringify({ SensitiveInformation: personalTypes })}`),
    'pass',
  ],
  [
    'types named by ids have to come together',
    containing({ Operator: 'And', SensitiveInformation: ids.map((id) => ({ id })) }),
    'fail',
  ],
  [
    'groups without names have to come together',
    containing({ Operator: 'And', Groups: personalTypes.map((one) => ({ Sensitivetypes: [one] })) }),
    'fail',
  ],
  [
    'the condition looks for one, and excepts the others',
    containing({ SensitiveInformation: [card], ExceptSensitiveInformation: [taxpayer, social] }),
    'fail',
  ],

  ['policies were refused', configurationOf({ dlpPolicies: refusedType, dlpRules: [] }), 'notPermitted'],
  ['rules were refused', configurationOf({ dlpPolicies: [dlpPolicy()], dlpRules: refusedType }), 'notPermitted'],
  ['rules were not collected', configurationOf({ dlpPolicies: [dlpPolicy()] }), 'couldNotCheck'],
  [
    'rules were not collected, and no policy is enforced',
    configurationOf({ dlpPolicies: [dlpPolicy({ Mode: 'Disable' })] }),
    'fail',
  ],
  ['nothing was collected', {}, 'couldNotCheck'],
  ['there is no rule', dlp([]), 'fail'],
  [
    'rules of two policies look for all of it',
    dlp([dlpRule({}, [card]), dlpRule({ Policy: 'Tax' }, [taxpayer, social])], dlpPolicy(), dlpPolicy({ Name: 'Tax' })),
    'pass',
  ],
  [
    'the rule of a policy in a test looks for the rest',
    dlp(
      [dlpRule({}, [card]), dlpRule({ Policy: 'Tax' }, [taxpayer, social])],
      dlpPolicy(),
      dlpPolicy({ Name: 'Tax', Mode: 'TestWithNotifications' }),
    ),
    'fail',
  ],
  ['the rule is off', dlp([dlpRule({ Disabled: 'True' })]), 'fail'],
  ['the rule does not say whether it is on', dlp([dlpRule({ Disabled: undefined })]), 'couldNotCheck'],
  ['the rule is of no policy that was read', dlp([dlpRule({ Policy: 'Other' })]), 'fail'],
  ['the rule does not say its policy', dlp([dlpRule({ Policy: undefined })]), 'couldNotCheck'],
  ['the rule names its policy in other case', dlp([dlpRule({ Policy: 'CARDS ' })]), 'pass'],
  [
    'the rule names its policy as the cmdlet does',
    dlp([dlpRule({ Policy: undefined, ParentPolicyName: 'Cards' })]),
    'pass',
  ],
  [
    'a policy has no name',
    dlp([dlpRule({ Policy: 'Other' })], dlpPolicy(), dlpPolicy({ Name: undefined })),
    'couldNotCheck',
  ],

  // What a rule looks for.
  [
    'types are named by their ids',
    dlp([
      dlpRule(
        {},
        ids.map((id) => ({ id })),
      ),
    ]),
    'pass',
  ],
  [
    'types are named in other case',
    dlp([
      dlpRule(
        {},
        personalTypes.map(({ name }) => ({ Name: name.toUpperCase() })),
      ),
    ]),
    'pass',
  ],
  ['the condition is a text', containing(JSON.stringify({ SensitiveInformation: personalTypes })), 'pass'],
  ['the condition is a text that cannot be read', containing('{ SensitiveInformation: '), 'couldNotCheck'],
  [
    'a name has another form',
    dlp([dlpRule({}, [...personalTypes.slice(1), { name: { en: 'Credit Card Number' } }])]),
    'couldNotCheck',
  ],
  ['the condition is empty', containing({}), 'couldNotCheck'],
  ['there is no condition', dlp([dlpRule({ ContentContainsSensitiveInformation: undefined })]), 'fail'],
  ['any group will do', containing({ Operator: 'Or', Groups: personalTypes.map((one) => group([one])) }), 'pass'],
  [
    'groups have to come together',
    containing({ Operator: 'And', Groups: personalTypes.map((one) => group([one])) }),
    'fail',
  ],
  [
    'there is one group, whose types have to come together',
    containing({ Groups: [group(personalTypes, { Operator: 'and' })] }),
    'fail',
  ],
  [
    'there is one group, and "And" is how it is written',
    containing({ Operator: 'And', Groups: [group(personalTypes)] }),
    'pass',
  ],
  ['simple types have to come together', containing({ Operator: 'And', SensitiveInformation: personalTypes }), 'fail'],
  [
    'one rule asks for them together, another for each',
    dlp([
      dlpRule({ ContentContainsSensitiveInformation: { Operator: 'And', SensitiveInformation: personalTypes } }),
      dlpRule({ Name: 'Each' }),
    ]),
    'pass',
  ],
  [
    'types are excepted',
    dlp([
      dlpRule({
        ContentContainsSensitiveInformation: undefined,
        ExceptIfContentContainsSensitiveInformation: { SensitiveInformation: personalTypes },
      }),
    ]),
    'fail',
  ],
  [
    'an advanced rule looks for each',
    dlp([dlpRule(advanced(contains({ Groups: [group(personalTypes)], Operator: 'And' })))]),
    'pass',
  ],
  [
    'an advanced rule wants them together',
    dlp([dlpRule(advanced(contains({ Groups: [group(personalTypes, { Operator: 'And' })], Operator: 'And' })))]),
    'fail',
  ],
  [
    'an advanced rule excepts them',
    dlp([
      dlpRule(
        advanced(
          contains(
            { Groups: [group(personalTypes)] },
            { ConditionName: 'ExceptIfContentContainsSensitiveInformation' },
          ),
        ),
      ),
    ]),
    'couldNotCheck',
  ],
  [
    'an advanced rule asks that they be absent',
    dlp([
      dlpRule(advanced({ Operator: 'Not', SubConditions: contains({ Groups: [group(personalTypes)] }).SubConditions })),
    ]),
    'couldNotCheck',
  ],
  [
    'conditions on all three have to be met at the same time',
    dlp([
      dlpRule(
        advanced({
          Operator: 'And',
          SubConditions: [card, taxpayer, social].map((type) => contains(group([type])).SubConditions[0]),
        }),
      ),
    ]),
    'fail',
  ],
  [
    'a condition on all three and one on the recipient have to be met',
    dlp([
      dlpRule(
        advanced({
          Operator: 'And',
          SubConditions: [
            contains(group([card, taxpayer, social])).SubConditions[0],
            { ConditionName: 'AccessScope', Value: 'NotInOrganization' },
          ],
        }),
      ),
    ]),
    'pass',
  ],
  [
    'a rule names its policy as newer answers do, and looks for one of the three',
    dlp([dlpRule({ Policy: undefined, ParentPolicyName: 'Cards' }, [card])]),
    'fail',
  ],
  [
    'an advanced rule cannot be read',
    dlp([dlpRule({ ContentContainsSensitiveInformation: undefined, AdvancedRule: "{rn 'Version': '1.0'}" })]),
    'couldNotCheck',
  ],
]);

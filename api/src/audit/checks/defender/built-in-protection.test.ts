import type { JsonObject } from '../../facts/json-reader.ts';
import {
  configurationOf,
  licensedFor,
  refusedType,
  ruleOf,
  withDefender,
  withoutDefender,
} from '../../testing/configuration.ts';
import { refused } from '../../testing/snapshots.ts';
import { statusTable } from '../../testing/status-table.ts';
import { verdictTable } from '../../testing/verdict-table.ts';

/** By the check that asks one switch of Safe Links. */
const check = 'mdo.links.clicks';
const links = (Identity: string, TrackClicks: boolean): JsonObject => ({ Identity, TrackClicks });
const rule = (name: string, more: JsonObject = {}) => ruleOf('SafeLinksPolicy', name, more);
const builtIn = links('Built-In Protection Policy', true);
const laxBuiltIn = links('Built-In Protection Policy', false);
const [all, laxForAll] = [links('All', true), links('All', false)];
const strict = 'Strict Preset Security Policy1700000000002';
const toBoard = { SentToMemberOf: ['board@contoso.com'] };
const toDomain = { RecipientDomainIs: ['contoso.com'] };

type More = Parameters<typeof configurationOf>[0];
const tenant = (safeLinksPolicies: JsonObject[], safeLinksRules: JsonObject[], more: More = {}): JsonObject => ({
  ...configurationOf({ safeLinksPolicies, safeLinksRules, acceptedDomains: [{ Identity: 'contoso.com' }], ...more }),
  ...withDefender,
});
const licensed = (more: JsonObject, ...policies: JsonObject[]): JsonObject => ({ ...tenant(policies, []), ...more });

verdictTable(check, [
  {
    when: 'there is nothing but built-in protection',
    snapshot: tenant([builtIn], []),
    says: 'couldNotCheck',
    message: 'Clicks on links are recorded by Microsoft’s built-in protection, unless exceptions … cannot be read.',
    recommendation: 'Add a policy of your own for all domains, or look for exceptions',
    evidence: ['safeLinksPolicies: TrackClicks = true (Built-In Protection Policy)'],
  },
  {
    when: 'there is no policy at all',
    snapshot: tenant([], []),
    says: 'fail',
    message: 'Clicks on links are not recorded: there is no policy for it.',
  },
  {
    when: 'two policies are good for some, and nothing is for the rest',
    snapshot: tenant(
      [all, links('Board', true)],
      [rule('All', { SentTo: ['ada@contoso.com'] }), rule('Board', toBoard)],
    ),
    says: 'fail',
    message: 'not recorded for everyone whom none of these policies reaches: All, Board.',
    evidence: ['safeLinksPolicies: TrackClicks = true (All)', 'safeLinksPolicies: TrackClicks = true (Board)'],
  },
  {
    when: 'the license is missing',
    snapshot: licensed(withoutDefender, all),
    says: 'notLicensed',
    message: 'no license for Microsoft Defender for Office 365',
    recommendation: 'Assign a license with Microsoft Defender for Office 365 Plan 1, or accept the risk.',
  },
]);

statusTable(check, [
  [
    'a lax policy is for all, and only the preset of other protections is off',
    tenant([links(strict, true), laxForAll], [rule('All')], {
      presetPolicyRules: [{ Identity: strict, State: 'Disabled' }],
    }),
    'couldNotCheck',
  ],

  ['policies were refused', configurationOf({ safeLinksPolicies: refusedType }), 'notPermitted'],
  ['policies were not collected', withDefender, 'couldNotCheck'],
  [
    'a policy is for every domain, and built-in protection lax',
    tenant([all, laxBuiltIn], [rule('All', toDomain)]),
    'pass',
  ],
  [
    'a policy is for a group, and built-in protection good',
    tenant([all, builtIn], [rule('All', toBoard)]),
    'couldNotCheck',
  ],
  ['a policy is for a group, and built-in protection lax', tenant([all, laxBuiltIn], [rule('All', toBoard)]), 'fail'],
  [
    'a lax policy is for a group, and built-in protection good',
    tenant([laxForAll, builtIn], [rule('All', toBoard)]),
    'fail',
  ],
  ['a policy called Default is not for whoever has no other', tenant([links('Default', true)], []), 'fail'],
  [
    'rules were refused, and a policy is there',
    tenant([all, laxBuiltIn], [], { safeLinksRules: refusedType }),
    'couldNotCheck',
  ],
  [
    'a lax policy is for all, and a preset is there, whose rule nobody can read',
    tenant([links(strict, true), laxForAll], [rule('All')]),
    'couldNotCheck',
  ],
  ['a good policy is for all, and a preset is there', tenant([links(strict, true), all], [rule('All')]), 'pass'],
  [
    'a good policy is for all, and a preset is lax',
    tenant([links(strict, false), all], [rule('All')]),
    'couldNotCheck',
  ],
  ['a lax policy is for all, and a preset is lax', tenant([links(strict, false), laxForAll], [rule('All')]), 'fail'],
  [
    'nothing is there, and the rule of a preset for other protections is on',
    tenant([], [], { presetPolicyRules: [{ Identity: strict, State: 'Enabled' }] }),
    'couldNotCheck',
  ],
  [
    'nothing is there, and the rule of a preset for other protections is off',
    tenant([], [], { presetPolicyRules: [{ Identity: strict, State: 'Disabled' }] }),
    'fail',
  ],
]);

const plan = (more: JsonObject): JsonObject => ({ subscribedSkus: [{ capabilityStatus: 'Enabled', ...more }] });
const atp = [{ servicePlanName: 'ATP_ENTERPRISE' }];

statusTable(check, [
  ['licenses were not collected, and nothing is there', licensed({ subscribedSkus: undefined }), 'couldNotCheck'],
  ['licenses were not collected, and a policy is lax', licensed({ subscribedSkus: undefined }, laxBuiltIn), 'fail'],
  ['licenses were refused, and nothing is there', licensed({ subscribedSkus: refused }), 'notPermitted'],
  ['licenses were refused, and a policy is lax', licensed({ subscribedSkus: refused }, laxBuiltIn), 'notPermitted'],
  [
    'licenses were refused, and a policy is good for all',
    { ...tenant([all], [rule('All')]), subscribedSkus: refused },
    'pass',
  ],
  ['the license is of Plan 2', licensed(licensedFor('THREAT_INTELLIGENCE')), 'fail'],
  ['the license is suspended', licensed(plan({ capabilityStatus: 'Suspended', servicePlans: atp })), 'notLicensed'],
  [
    'the plan is off in the license',
    licensed(plan({ servicePlans: [{ ...atp[0], provisioningStatus: 'Disabled' }] })),
    'notLicensed',
  ],
  ['the license does not say its plans', licensed(plan({})), 'couldNotCheck'],
]);

// Anti-phishing is there without the license; what is asked of impersonation is not.
const phish = (of: JsonObject, licenses: JsonObject): JsonObject => ({
  ...configurationOf({
    antiPhishPolicies: [{ Identity: 'Office365 AntiPhish Default', Enabled: true, ...of }],
    antiPhishRules: [],
  }),
  ...licenses,
});
const warned = Object.fromEntries(
  [
    'FirstContactSafetyTips',
    'SimilarUsersSafetyTips',
    'SimilarDomainsSafetyTips',
    'UnusualCharactersSafetyTips',
    'UnauthenticatedSender',
    'ViaTag',
  ].map((name) => [`Enable${name}`, true]),
);
statusTable('mdo.tips', [
  ['the license is missing', phish(warned, withoutDefender), 'notLicensed'],
  ['licenses are not known', phish(warned, {}), 'pass'],
  [
    'licenses are not known, and there is no policy',
    configurationOf({ antiPhishPolicies: [], antiPhishRules: [] }),
    'couldNotCheck',
  ],
]);
statusTable('mdo.spoof', [
  ['the license is missing, and it is lax', phish({ EnableSpoofIntelligence: false }, withoutDefender), 'fail'],
]);
statusTable('mdo.malware.filter', [
  [
    'the license is missing',
    {
      ...configurationOf({
        malwareFilterPolicies: [{ Identity: 'Default', EnableFileFilter: false }],
        malwareFilterRules: [],
      }),
      ...withoutDefender,
    },
    'fail',
  ],
  [
    'licenses were refused',
    {
      ...configurationOf({
        malwareFilterPolicies: [{ Identity: 'Default', EnableFileFilter: false }],
        malwareFilterRules: [],
      }),
      subscribedSkus: refused,
    },
    'fail',
  ],
]);
for (const check of [
  'exo.antiphish',
  'mdo.impersonation.users',
  'mdo.impersonation.domains',
  'mdo.impersonation.partners',
])
  statusTable(check, [['the license is missing', phish(warned, withoutDefender), 'notLicensed']]);

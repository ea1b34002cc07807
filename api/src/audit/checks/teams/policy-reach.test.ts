import type { JsonObject } from '../../facts/json-reader.ts';
import { configurationOf, refusedType } from '../../testing/configuration.ts';
import { statusTable } from '../../testing/status-table.ts';
import { verdictTable } from '../../testing/verdict-table.ts';

/** By a check that asks one switch of everybody's meeting policy, and by one that asks it of the Global policy alone. */
const forAll = 'teams.meeting.control';
const forGlobal = 'teams.meeting.recording';

const policy = (Identity: string, isOpen?: unknown): JsonObject => ({
  Identity,
  AllowExternalParticipantGiveRequestControl: isOpen,
  AllowCloudRecording: isOpen,
});
const closed = policy('Global', false);
const assigned = (PolicyName: string, PolicyType = 'TeamsMeetingPolicy'): JsonObject => ({
  GroupId: 'g1',
  PolicyType,
  PolicyName,
  Priority: 1,
});
type Assignments = readonly JsonObject[] | typeof refusedType | undefined;
const meetings = (teamsMeetingPolicies: JsonObject[], teamsGroupPolicyAssignments?: Assignments): JsonObject =>
  configurationOf({ teamsMeetingPolicies, ...(teamsGroupPolicyAssignments && { teamsGroupPolicyAssignments }) });
const beside = (other: JsonObject, assignments?: Assignments) => meetings([closed, other], assignments);

const property = 'AllowExternalParticipantGiveRequestControl';

verdictTable(forAll, [
  {
    when: 'the Global policy is good, and there is no other',
    snapshot: meetings([closed]),
    says: 'pass',
    message: 'People from outside cannot take control of a shared screen.',
    evidence: [`teamsMeetingPolicies: ${property} = false (Global)`],
  },
  {
    when: 'the Global policy is lax',
    snapshot: meetings([policy('global', 'True'), policy('Tag:Board', false)]),
    says: 'fail',
    message: 'can be given control of a shared screen for everyone without a policy of their own.',
    evidence: [`teamsMeetingPolicies: ${property} = True (global)`],
  },
  {
    when: 'a group has a lax policy',
    snapshot: beside(policy('Tag:Board', true), [assigned('Tag:board')]),
    says: 'fail',
    message: 'for groups with the policy Board.',
    evidence: [
      `teamsMeetingPolicies: ${property} = false (Global)`,
      `teamsMeetingPolicies: ${property} = true (Tag:Board)`,
    ],
  },
  {
    when: 'a policy is lax, and no group has it',
    snapshot: beside(policy('Tag:Board', true), []),
    says: 'warning',
    message: 'by the Global policy. The policy Board is not so strict, and whether users have it cannot be seen.',
    evidence: [
      `teamsMeetingPolicies: ${property} = false (Global)`,
      `teamsMeetingPolicies: ${property} = true (Tag:Board)`,
    ],
  },
  {
    when: 'only policies of Microsoft’s own are lax, and no group has them',
    snapshot: meetings([closed, policy('Tag:AllOn', true), policy('Tag:Kiosk', true)], []),
    says: 'pass',
    message: 'by the Global policy. No group has one … not so strict (AllOn, Kiosk); users … cannot be seen.',
    evidence: [`teamsMeetingPolicies: ${property} = false (Global)`],
  },
  {
    when: 'the Global policy is not there',
    snapshot: meetings([policy('Tag:Board', true)], []),
    says: 'couldNotCheck',
    message: 'does not hold the Global policy.',
    evidence: [`teamsMeetingPolicies: ${property} = true (Tag:Board)`],
  },
  {
    when: 'the Global policy does not say',
    snapshot: meetings([policy('Global')]),
    says: 'couldNotCheck',
    message: 'does not say how the Global policy is set.',
    evidence: [`teamsMeetingPolicies: ${property} = not reported (Global)`],
  },
]);

statusTable(forAll, [
  [
    'the Global policy is not there, and one of two others is lax',
    meetings([policy('Tag:Board', false), policy('Tag:Lab', true)], []),
    'couldNotCheck',
  ],

  ['policies were refused', configurationOf({ teamsMeetingPolicies: refusedType }), 'notPermitted'],
  ['policies were not collected', {}, 'couldNotCheck'],
  ['there is no policy', meetings([]), 'couldNotCheck'],
  ['the Global policy is good, as a text', meetings([policy(' Global ', 'False')]), 'pass'],
  ['the Global policy has a tag', meetings([policy('Tag:Global', false)]), 'pass'],
  ['another policy is good', beside(policy('Tag:Board', false)), 'pass'],
  [
    'a lax policy of a group is of another kind',
    beside(policy('Tag:Board', true), [assigned('Board', 'TeamsMessagingPolicy')]),
    'warning',
  ],
  ['a group has another policy', beside(policy('Tag:Board', true), [assigned('Sales')]), 'warning'],
  ['assignments were refused, and a policy is lax', beside(policy('Tag:Board', true), refusedType), 'warning'],
  ['assignments were not collected, and one of Microsoft’s own is lax', beside(policy('Tag:AllOn', true)), 'warning'],
  ['a group has one of Microsoft’s own that is lax', beside(policy('Tag:AllOn', true), [assigned('AllOn')]), 'fail'],
  ['another policy does not say', beside(policy('Tag:Board'), []), 'warning'],
  ['a group has a policy that does not say', beside(policy('Tag:Board'), [assigned('Board')]), 'warning'],
  ['every policy but the Global one is there, and good', meetings([policy('Tag:Board', false)]), 'pass'],
  [
    'the Global policy is not there, and a group has a lax one',
    meetings([policy('Tag:Board', true)], [assigned('Board')]),
    'fail',
  ],
  [
    'the Global policy does not say, and a group has a lax one',
    meetings([policy('Global'), policy('Tag:Board', true)], [assigned('Board')]),
    'fail',
  ],
  [
    'the Global policy does not say, and another is lax',
    meetings([policy('Global'), policy('Tag:Board', true)], []),
    'couldNotCheck',
  ],
  ...['AllOn', 'AllOff', 'RestrictedAnonymousAccess', 'RestrictedAnonymousNoRecording', 'Default', 'Kiosk'].map(
    (name) =>
      [`Microsoft’s own ${name} is lax, and no group has it`, beside(policy(`Tag:${name}`, true), []), 'pass'] as const,
  ),
]);

verdictTable(forGlobal, [
  {
    when: 'a group may',
    snapshot: beside(policy('Tag:Board', true), [assigned('Board')]),
    says: 'warning',
    message: 'Meetings can be recorded for groups with the policy Board.',
    evidence: [
      'teamsMeetingPolicies: AllowCloudRecording = false (Global)',
      'teamsMeetingPolicies: AllowCloudRecording = true (Tag:Board)',
    ],
  },
  {
    when: 'another policy lets people, and no group has it',
    snapshot: beside(policy('Tag:Board', true), []),
    says: 'pass',
    message: 'by the Global policy. Other policies are for the users they were assigned to: Board.',
    evidence: ['teamsMeetingPolicies: AllowCloudRecording = false (Global)'],
  },
]);

statusTable(forGlobal, [
  ['the Global policy lets people', meetings([policy('Global', true)]), 'fail'],
  ['the Global policy does not say', meetings([policy('Global')]), 'couldNotCheck'],
  ['every policy but the Global one is there, and good', meetings([policy('Tag:Board', false)]), 'couldNotCheck'],
  ['a group has a policy that does not say', beside(policy('Tag:Board'), [assigned('Board')]), 'pass'],
  ['policies were refused', configurationOf({ teamsMeetingPolicies: refusedType }), 'notPermitted'],
  ['policies were not collected', {}, 'couldNotCheck'],
]);

import type { JsonObject } from '../../facts/json-reader.ts';
import type { ConfigurationDataset } from '../../facts/tenant-configuration.ts';
import { configurationOf, refusedType } from '../../testing/configuration.ts';
import { settings, settingsTable, statusTable, switches } from '../../testing/status-table.ts';
import { verdictTable } from '../../testing/verdict-table.ts';

const global = (dataset: ConfigurationDataset) => (of: JsonObject) =>
  configurationOf({ [dataset]: [{ Identity: 'Global', ...of }] });
const meeting = global('teamsMeetingPolicies');

/** Values of one property, the others of its values being wrong. */
const words = (property: string, good: readonly string[], all: readonly string[]) => ({
  good: { [property]: good[0] },
  alsoGood: { [property]: [...good, good[0]?.toUpperCase()] },
  bad: { [property]: all.filter((word) => !good.includes(word)) },
});
const admitted = [
  'EveryoneInCompanyExcludingGuests',
  'EveryoneInCompany',
  'EveryoneInSameAndFederatedCompany',
  'OrganizerOnly',
  'InvitedUsers',
  'Everyone',
];
const chat = [
  'EnabledExceptAnonymous',
  'Disabled',
  'EnabledInMeetingOnlyForAllExceptAnonymous',
  'Enabled',
  'EnabledInMeetingOnlyForAll',
];
const presenters = [
  'OrganizerOnlyUserOverride',
  'EveryoneUserOverride',
  'EveryoneInCompanyUserOverride',
  'EveryoneInSameAndFederatedCompanyUserOverride',
];
const noCallers = switches('off', 'AllowPSTNUsersToBypassLobby');

settingsTable('teams.meeting.anonymous.join', meeting, switches('off', 'AllowAnonymousUsersToJoinMeeting'), {
  dataset: 'teamsMeetingPolicies',
  of: 'Global',
  good: 'Anonymous people cannot join meetings.',
  bad: 'Anonymous people can join meetings for everyone without a policy of their own.',
});
settingsTable('teams.meeting.anonymous.start', meeting, switches('off', 'AllowAnonymousUsersToStartMeeting'), {
  dataset: 'teamsMeetingPolicies',
  of: 'Global',
  good: 'Anonymous people and dial-in callers cannot start meetings.',
  bad: 'Anonymous people and dial-in callers can start meetings for everyone without a policy of their own.',
});
settingsTable(
  'teams.meeting.lobby.organization',
  meeting,
  words('AutoAdmittedUsers', ['EveryoneInCompanyExcludingGuests', 'OrganizerOnly', 'InvitedUsers'], admitted),
  {
    dataset: 'teamsMeetingPolicies',
    of: 'Global',
    good: 'Only people of the organization bypass the lobby.',
    bad: 'People from outside or guests bypass the lobby for everyone without a policy of their own.',
  },
);
settingsTable(
  'teams.meeting.lobby.anonymous',
  meeting,
  settings(words('AutoAdmittedUsers', admitted.slice(0, -1), admitted), noCallers),
  {
    dataset: 'teamsMeetingPolicies',
    of: 'Global',
    good: 'Anonymous people and dial-in callers wait in the lobby.',
    bad: 'Anonymous people or dial-in callers bypass the lobby for everyone without a policy of their own.',
  },
);
settingsTable('teams.meeting.lobby.callers', meeting, noCallers, {
  dataset: 'teamsMeetingPolicies',
  of: 'Global',
  good: 'Dial-in callers wait in the lobby.',
  bad: 'Dial-in callers bypass the lobby for everyone without a policy of their own.',
});
settingsTable('teams.meeting.lobby.internal', meeting, words('AutoAdmittedUsers', admitted.slice(0, 3), admitted), {
  dataset: 'teamsMeetingPolicies',
  of: 'Global',
  good: 'People of the organization are admitted by themselves, strangers are not.',
  bad: 'People of the organization wait in the lobby, or strangers do not for everyone without a policy of their own.',
});
settingsTable('teams.meeting.chat', meeting, words('MeetingChatEnabledType', chat.slice(0, 3), chat), {
  dataset: 'teamsMeetingPolicies',
  of: 'Global',
  good: 'Anonymous people cannot read or write the meeting chat.',
  bad: 'Anonymous people can read and write the meeting chat for everyone without a policy of their own.',
});
settingsTable(
  'teams.meeting.presenters',
  meeting,
  words('DesignatedPresenterRoleMode', presenters.slice(0, 1), presenters),
  {
    dataset: 'teamsMeetingPolicies',
    of: 'Global',
    good: 'Only organizers and co-organizers present.',
    bad: 'More people than the organizer can present for everyone without a policy of their own.',
  },
);
settingsTable('teams.meeting.control', meeting, switches('off', 'AllowExternalParticipantGiveRequestControl'), {
  dataset: 'teamsMeetingPolicies',
  of: 'Global',
  good: 'People from outside cannot take control of a shared screen.',
  bad: 'People from outside can be given control of a shared screen for everyone without a policy of their own.',
});
settingsTable('teams.meeting.recording', meeting, switches('off', 'AllowCloudRecording'), {
  dataset: 'teamsMeetingPolicies',
  of: 'Global',
  good: 'Meetings are not recorded by users with the Global policy.',
  bad: 'Meetings can be recorded for everyone without a policy of their own.',
});

const openBeside = configurationOf({
  teamsMeetingPolicies: [
    { Identity: 'Global', AutoAdmittedUsers: 'EveryoneInCompany', AllowPSTNUsersToBypassLobby: false },
    { Identity: 'Tag:Board', AutoAdmittedUsers: 'Everyone', AllowPSTNUsersToBypassLobby: true },
  ],
});
statusTable('teams.meeting.lobby.anonymous', [['another policy is open', openBeside, 'pass']]);
statusTable('teams.meeting.lobby.internal', [['another policy is open', openBeside, 'pass']]);
statusTable('teams.meeting.lobby.callers', [['another policy is open', openBeside, 'warning']]);
verdictTable('teams.meeting.lobby.anonymous', [
  {
    when: 'callers are let in',
    snapshot: meeting({ AutoAdmittedUsers: 'EveryoneInCompany', AllowPSTNUsersToBypassLobby: true }),
    says: 'fail',
    message: 'Anonymous people or dial-in callers bypass the lobby for everyone without a policy of their own.',
    evidence: [
      'teamsMeetingPolicies: AutoAdmittedUsers = EveryoneInCompany (Global)',
      'teamsMeetingPolicies: AllowPSTNUsersToBypassLobby = true (Global)',
    ],
  },
]);

const events = global('teamsEventPolicies');
settingsTable(
  'teams.events.recording',
  events,
  {
    good: { BroadcastRecordingMode: 'UserOverride' },
    alsoGood: { BroadcastRecordingMode: ['AlwaysDisabled', 'useroverride'] },
    bad: { BroadcastRecordingMode: ['AlwaysEnabled', 'alwaysenabled'] },
  },
  {
    dataset: 'teamsEventPolicies',
    of: 'Global',
    good: 'Organizers decide whether live events are recorded, or they never are.',
    bad: 'Live events are always recorded for everyone without a policy of their own.',
  },
);
verdictTable('teams.events.recording', [
  {
    when: 'they are always recorded',
    snapshot: events({ BroadcastRecordingMode: 'AlwaysEnabled' }),
    says: 'fail',
    message: 'Live events are always recorded for everyone without a policy of their own.',
    evidence: ['teamsEventPolicies: BroadcastRecordingMode = AlwaysEnabled (Global)'],
  },
]);
statusTable('teams.events.recording', [
  [
    'a group has them recorded',
    configurationOf({
      teamsEventPolicies: [
        { Identity: 'Global', BroadcastRecordingMode: 'UserOverride' },
        { Identity: 'Tag:Stage', BroadcastRecordingMode: 'AlwaysEnabled' },
      ],
      teamsGroupPolicyAssignments: [{ PolicyType: 'TeamsMeetingBroadcastPolicy', PolicyName: 'Stage' }],
    }),
    'warning',
  ],
  ['policies were refused', configurationOf({ teamsEventPolicies: refusedType }), 'notPermitted'],
  ['policies were not collected', {}, 'couldNotCheck'],
]);

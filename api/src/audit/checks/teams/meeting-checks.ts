import type { Check } from '../shared/check.ts';
import { isOff, isOneOf, type Setting, type SettingsWords } from '../shared/configured-settings.ts';
import { boundByPolicy } from './policy-reach.ts';

const meetings = 'Teams admin center > Meetings > Meeting policies';

type Row = Pick<Check, 'id' | 'title' | 'findingTitle' | 'frameworks' | 'recommendation' | 'impact'> & {
  settings: readonly Setting[];
  words: SettingsWords;
  severity?: Check['severity'];
  category?: Check['category'];
  onlyGlobal?: boolean;
};

/** CIS Microsoft 365 v7, 8.5; CISA MS.TEAMS.1. */
const rows: readonly Row[] = [
  {
    id: 'teams.meeting.anonymous.join',
    title: 'Anonymous people cannot join meetings',
    findingTitle: 'Anonymous people can join meetings',
    frameworks: { cis: ['8.5.1'], prowler: ['teams_meeting_anonymous_user_join_disabled'], nist: ['PR.AA-05'] },
    settings: [isOff('AllowAnonymousUsersToJoinMeeting')],
    words: { good: 'Anonymous people cannot join meetings', bad: 'Anonymous people can join meetings' },
    recommendation: `${meetings} > Global > Meeting join & lobby: turn off "Anonymous users can join a meeting unverified".`,
    impact: 'Anyone who gets hold of a link can sit in a meeting under any name and listen to what is said and shown.',
  },
  {
    id: 'teams.meeting.anonymous.start',
    title: 'Anonymous people cannot start meetings',
    findingTitle: 'Anonymous people and dial-in callers can start meetings',
    frameworks: {
      cis: ['8.5.2'],
      scuba: ['MS.TEAMS.1.2v2'],
      prowler: ['teams_meeting_anonymous_user_start_disabled'],
    },
    settings: [isOff('AllowAnonymousUsersToStartMeeting')],
    words: {
      good: 'Anonymous people and dial-in callers cannot start meetings',
      bad: 'Anonymous people and dial-in callers can start meetings',
    },
    recommendation: `${meetings} > Global > Meeting join & lobby: turn off "Anonymous users and dial-in callers can start a meeting".`,
    impact: 'Strangers can start a meeting of the organization before anyone who knows them is there to see it.',
  },
  {
    id: 'teams.meeting.lobby.organization',
    title: 'Only people of the organization bypass the lobby',
    findingTitle: 'People from outside or guests bypass the meeting lobby',
    frameworks: { cis: ['8.5.3'], prowler: ['teams_meeting_external_lobby_bypass_disabled'] },
    settings: [isOneOf('AutoAdmittedUsers', ['everyoneincompanyexcludingguests', 'organizeronly', 'invitedusers'])],
    words: {
      good: 'Only people of the organization bypass the lobby',
      bad: 'People from outside or guests bypass the lobby',
    },
    recommendation: `${meetings} > Global > Meeting join & lobby: set "Who can bypass the lobby" to "People in my org", or stricter.`,
    impact: 'People from outside are let into meetings by themselves, before the organizer has looked at who they are.',
  },
  {
    id: 'teams.meeting.lobby.anonymous',
    title: 'Anonymous people and callers wait in the lobby',
    findingTitle: 'Anonymous people or dial-in callers bypass the meeting lobby',
    onlyGlobal: true,
    frameworks: { scuba: ['MS.TEAMS.1.3v1'] },
    settings: [
      isOneOf('AutoAdmittedUsers', [
        'everyoneincompany',
        'everyoneincompanyexcludingguests',
        'everyoneinsameandfederatedcompany',
        'organizeronly',
        'invitedusers',
      ]),
      isOff('AllowPSTNUsersToBypassLobby'),
    ],
    words: {
      good: 'Anonymous people and dial-in callers wait in the lobby',
      bad: 'Anonymous people or dial-in callers bypass the lobby',
    },
    recommendation: `${meetings} > Global > Meeting join & lobby: set "Who can bypass the lobby" to "People in my org" and turn off "People dialing in can bypass the lobby".`,
    impact: 'Somebody nobody can identify is in the meeting at once, and is noticed only when someone counts heads.',
  },
  {
    id: 'teams.meeting.lobby.callers',
    title: 'Dial-in callers wait in the lobby',
    findingTitle: 'Dial-in callers bypass the meeting lobby',
    frameworks: {
      cis: ['8.5.4'],
      scuba: ['MS.TEAMS.1.5v1'],
      prowler: ['teams_meeting_dial_in_lobby_bypass_disabled'],
    },
    settings: [isOff('AllowPSTNUsersToBypassLobby')],
    words: { good: 'Dial-in callers wait in the lobby', bad: 'Dial-in callers bypass the lobby' },
    recommendation: `${meetings} > Global > Meeting join & lobby: turn off "People dialing in can bypass the lobby".`,
    impact: 'A caller whom only a phone number identifies is let into the meeting by itself and can listen unnoticed.',
  },
  {
    id: 'teams.meeting.lobby.internal',
    title: 'People of the organization are admitted by themselves',
    findingTitle: 'People of the organization are not admitted to meetings automatically',
    severity: 'low',
    frameworks: { scuba: ['MS.TEAMS.1.4v1'] },
    settings: [
      isOneOf('AutoAdmittedUsers', [
        'everyoneincompany',
        'everyoneincompanyexcludingguests',
        'everyoneinsameandfederatedcompany',
      ]),
    ],
    onlyGlobal: true,
    words: {
      good: 'People of the organization are admitted by themselves, strangers are not',
      bad: 'People of the organization wait in the lobby, or strangers do not',
    },
    recommendation: `${meetings} > Global > Meeting join & lobby: set "Who can bypass the lobby" to "People in my org" or "People in my org and guests".`,
    impact: 'Where everybody has to be let in by hand, organizers stop looking whom they admit, strangers included.',
  },
  {
    id: 'teams.meeting.chat',
    title: 'Anonymous people cannot chat in meetings',
    findingTitle: 'Anonymous people can read and write the meeting chat',
    frameworks: { cis: ['8.5.5'], prowler: ['teams_meeting_chat_anonymous_users_disabled'] },
    settings: [
      isOneOf('MeetingChatEnabledType', [
        'enabledexceptanonymous',
        'disabled',
        'enabledinmeetingonlyforallexceptanonymous',
      ]),
    ],
    words: {
      good: 'Anonymous people cannot read or write the meeting chat',
      bad: 'Anonymous people can read and write the meeting chat',
    },
    recommendation: `${meetings} > Global > Meeting engagement: set "Meeting chat" to "On for everyone but anonymous users".`,
    impact: 'Strangers send links to everyone in the meeting, and read what is written there after it has ended.',
  },
  {
    id: 'teams.meeting.presenters',
    title: 'Only organizers present',
    findingTitle: 'More people than the organizer can present in meetings',
    severity: 'low',
    frameworks: { cis: ['8.5.6'], prowler: ['teams_meeting_presenters_restricted'] },
    settings: [isOneOf('DesignatedPresenterRoleMode', ['organizeronlyuseroverride'])],
    words: { good: 'Only organizers and co-organizers present', bad: 'More people than the organizer can present' },
    recommendation: `${meetings} > Global > Content sharing: set "Who can present" to "Only organizers and co-organizers".`,
    impact: 'Any participant can share a screen, mute others or admit people from the lobby, strangers among them.',
  },
  {
    id: 'teams.meeting.control',
    title: 'People from outside cannot take control of a screen',
    findingTitle: 'People from outside can request control of a shared screen',
    severity: 'medium',
    frameworks: {
      cis: ['8.5.7'],
      scuba: ['MS.TEAMS.1.1v1'],
      prowler: ['teams_meeting_external_control_disabled'],
    },
    settings: [isOff('AllowExternalParticipantGiveRequestControl')],
    words: {
      good: 'People from outside cannot take control of a shared screen',
      bad: 'People from outside can be given control of a shared screen',
    },
    recommendation: `${meetings} > Global > Content sharing: turn off "External participants can give or request control".`,
    impact:
      'Somebody from outside who is given control works at the computer as its user, with all that user’s rights.',
  },
  {
    id: 'teams.meeting.recording',
    title: 'Meetings are not recorded to the cloud by default',
    findingTitle: 'Meetings can be recorded to the cloud by everyone',
    severity: 'low',
    category: 'secure-score',
    onlyGlobal: true,
    frameworks: {
      cis: ['8.5.9'],
      scuba: ['MS.TEAMS.1.6v1'],
      prowler: ['teams_meeting_recording_disabled'],
    },
    settings: [isOff('AllowCloudRecording')],
    words: {
      good: 'Meetings are not recorded by users with the Global policy',
      bad: 'Meetings can be recorded',
    },
    recommendation: `${meetings} > Global > Recording & transcription: turn off "Meeting recording", and give those who need it a policy of their own.`,
    impact: 'Recordings of confidential meetings lie in OneDrive for months and can be shared further from there.',
  },
];

const meetingCheck = ({
  settings,
  words,
  onlyGlobal,
  severity = 'medium',
  category = 'external-sharing',
  ...row
}: Row): Check => ({
  ...row,
  severity,
  category,
  endangers: 'everyone',
  datasets: ['teamsMeetingPolicies'],
  helpful: ['teamsGroupPolicyAssignments'],
  evaluate: boundByPolicy({
    dataset: 'teamsMeetingPolicies',
    policyType: 'teamsmeetingpolicy',
    settings,
    words,
    ...(onlyGlobal && { onlyGlobal }),
  }),
});

export const teamsMeetingChecks: readonly Check[] = [
  ...rows.map(meetingCheck),
  {
    id: 'teams.events.recording',
    title: 'Live events are not always recorded',
    findingTitle: 'Live events are always recorded',
    category: 'secure-score',
    severity: 'low',
    endangers: 'everyone',
    frameworks: { scuba: ['MS.TEAMS.1.7v2'] },
    datasets: ['teamsEventPolicies'],
    recommendation:
      'Teams admin center > Meetings > Live events policies > Global: set "Record an event" to "Organizer can record" or "Never record".',
    impact: 'Every live event is kept as a recording, also where what was said there should not be kept at all.',
    evaluate: boundByPolicy({
      dataset: 'teamsEventPolicies',
      policyType: 'teamsmeetingbroadcastpolicy',
      settings: [isOneOf('BroadcastRecordingMode', ['useroverride', 'alwaysdisabled'])],
      words: {
        good: 'Organizers decide whether live events are recorded, or they never are',
        bad: 'Live events are always recorded',
      },
      onlyGlobal: true,
    }),
  },
];

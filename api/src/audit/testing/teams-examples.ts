import type { JsonObject } from '../facts/json-reader.ts';
import type { ConfigurationDataset } from '../facts/tenant-configuration.ts';
import type { CheckExample } from './check-example.ts';
import { configurationOf } from './configuration.ts';

const global =
  (dataset: ConfigurationDataset) =>
  (check: string, good: JsonObject, bad: JsonObject): CheckExample => ({
    check,
    good: configurationOf({ [dataset]: [{ Identity: 'Global', ...good }] }),
    bad: configurationOf({ [dataset]: [{ Identity: 'Global', ...bad }] }),
    says: 'fail',
  });
const meeting = global('teamsMeetingPolicies');
const federation = global('teamsFederationConfiguration');
const client = global('teamsClientConfiguration');
const flag = (property: string, good: boolean): [JsonObject, JsonObject] => [
  { [property]: good },
  { [property]: !good },
];

const storage = ['AllowBox', 'AllowDropBox', 'AllowEgnyte', 'AllowGoogleDrive', 'AllowShareFile'];
const providers = (isOn: boolean) => Object.fromEntries(storage.map((name) => [name, isOn]));
const reports = (address: string) =>
  Object.fromEntries(
    ['Junk', 'NotJunk', 'Phish'].flatMap((kind) => [
      [`Report${kind}ToCustomizedAddress`, true],
      [`Report${kind}Addresses`, address === '' ? [] : [address]],
    ]),
  );
const reporting = (address: string) =>
  configurationOf({
    teamsMessagingPolicies: [{ Identity: 'Global', AllowSecurityEndUserReporting: true }],
    reportSubmissionPolicies: [{ IsSingleInstance: 'Yes', ...reports(address) }],
  });

const catalogs = ['DefaultCatalogAppsType', 'GlobalCatalogAppsType', 'PrivateCatalogAppsType'];
const apps = (type: string) =>
  configurationOf({
    teamsAppPermissionPolicies: [{ Identity: 'Global', ...Object.fromEntries(catalogs.map((name) => [name, type])) }],
  });
const appExamples = ['teams.apps', 'teams.apps.microsoft', 'teams.apps.third', 'teams.apps.custom'].map(
  (check): CheckExample => ({
    check,
    good: apps('AllowedAppList'),
    best: 'couldNotCheck',
    bad: apps('BlockedAppList'),
    says: 'fail',
  }),
);

export const teamsExamples: readonly CheckExample[] = [
  global('teamsMessagingPolicies')('teams.reporting.messages', ...flag('AllowSecurityEndUserReporting', true)),
  meeting('teams.meeting.anonymous.join', ...flag('AllowAnonymousUsersToJoinMeeting', false)),
  meeting('teams.meeting.anonymous.start', ...flag('AllowAnonymousUsersToStartMeeting', false)),
  meeting(
    'teams.meeting.lobby.organization',
    { AutoAdmittedUsers: 'EveryoneInCompanyExcludingGuests' },
    { AutoAdmittedUsers: 'EveryoneInCompany' },
  ),
  meeting(
    'teams.meeting.lobby.anonymous',
    { AutoAdmittedUsers: 'EveryoneInCompany', AllowPSTNUsersToBypassLobby: false },
    { AutoAdmittedUsers: 'Everyone', AllowPSTNUsersToBypassLobby: false },
  ),
  meeting('teams.meeting.lobby.callers', ...flag('AllowPSTNUsersToBypassLobby', false)),
  meeting(
    'teams.meeting.lobby.internal',
    { AutoAdmittedUsers: 'EveryoneInCompany' },
    { AutoAdmittedUsers: 'OrganizerOnly' },
  ),
  meeting(
    'teams.meeting.chat',
    { MeetingChatEnabledType: 'EnabledExceptAnonymous' },
    { MeetingChatEnabledType: 'Enabled' },
  ),
  meeting(
    'teams.meeting.presenters',
    { DesignatedPresenterRoleMode: 'OrganizerOnlyUserOverride' },
    { DesignatedPresenterRoleMode: 'EveryoneUserOverride' },
  ),
  meeting('teams.meeting.control', ...flag('AllowExternalParticipantGiveRequestControl', false)),
  meeting('teams.meeting.recording', ...flag('AllowCloudRecording', false)),
  global('teamsEventPolicies')(
    'teams.events.recording',
    { BroadcastRecordingMode: 'UserOverride' },
    { BroadcastRecordingMode: 'AlwaysEnabled' },
  ),
  federation(
    'teams.external.domains',
    { AllowFederatedUsers: true, AllowedDomains: ['fabrikam.com'] },
    { AllowFederatedUsers: true, AllowedDomains: [] },
  ),
  federation('teams.external.unmanaged', ...flag('AllowTeamsConsumer', false)),
  federation(
    'teams.external.unmanaged.inbound',
    { AllowTeamsConsumer: true, AllowTeamsConsumerInbound: false },
    { AllowTeamsConsumer: true, AllowTeamsConsumerInbound: true },
  ),
  federation(
    'teams.external.trial',
    { ExternalAccessWithTrialTenants: 'Blocked' },
    { ExternalAccessWithTrialTenants: 'Allowed' },
  ),
  client('teams.files.providers', providers(false), { ...providers(false), AllowBox: true }),
  client('teams.channel.email', ...flag('AllowEmailIntoChannel', false)),
  ...appExamples,
  { check: 'teams.reporting', good: reporting('reports@contoso.com'), bad: reporting(''), says: 'fail' },
];

import { factOf } from '../../facts/facts.ts';
import type { JsonObject } from '../../facts/json-reader.ts';
import { type Check, type CheckVerdict, verdict } from '../shared/check.ts';
import {
  isNotEmpty,
  isOff,
  isOn,
  isOneOf,
  organizationSettings,
  type Setting,
  settingsOf,
} from '../shared/configured-settings.ts';
import { missingData } from '../shared/missing-data.ts';
import { boundByPolicy } from './policy-reach.ts';

const teamsSettings = 'Teams admin center > Teams > Teams settings';
const appPolicies = 'Teams admin center > Teams apps > Permission policies > Global';

/** The lists of a permission policy: only what is on a list of allowed apps is kept to (Microsoft Teams, "Manage app permission policies"). */
const onlyListed = (property: string): Setting => isOneOf(property, ['allowedapplist']);

/** A policy that is open is open; over one that is not stand settings of the organization that no snapshot holds. */
const neverCertain =
  (evaluate: Check['evaluate']): Check['evaluate'] =>
  (facts, context) => {
    const judged: CheckVerdict = evaluate(facts, context);
    if (judged.status !== 'pass') return judged;
    return {
      ...judged,
      status: 'couldNotCheck',
      message: `${judged.message} Whether the settings for the whole organization say the same cannot be read.`,
      recommendation: 'Teams admin center > Teams apps > Manage apps > Actions > Org-wide app settings: look there.',
    };
  };

const appCheck = (
  row: Pick<Check, 'id' | 'title' | 'findingTitle' | 'frameworks' | 'recommendation' | 'impact'>,
  properties: readonly string[],
  which: string,
): Check => ({
  ...row,
  category: 'external-sharing',
  severity: 'low',
  endangers: 'data',
  datasets: ['teamsAppPermissionPolicies'],
  helpful: ['teamsGroupPolicyAssignments'],
  evaluate: neverCertain(
    boundByPolicy({
      dataset: 'teamsAppPermissionPolicies',
      policyType: 'teamsapppermissionpolicy',
      settings: properties.map(onlyListed),
      words: {
        good: `Users install only ${which} that are on a list`,
        bad: `Users can install ${which} that nobody has approved`,
      },
    }),
  ),
});

const reportAddresses = ['Junk', 'NotJunk', 'Phish'] as const;

/** Reports from Outlook reach a mailbox of the organization's own (CIS 8.6.1). */
const reportsArrive: readonly Setting[] = reportAddresses.flatMap((kind) => [
  isOn(`Report${kind}ToCustomizedAddress`),
  isNotEmpty(`Report${kind}Addresses`),
]);

/** Reports of chat messages go to that mailbox and not to Microsoft alone: properties that snapshots may or may not have. */
const chatReports: readonly Setting[] = [
  isOn('ReportChatMessageToCustomizedAddressEnabled'),
  isOff('ReportChatMessageEnabled'),
];

const inTeams = boundByPolicy({
  dataset: 'teamsMessagingPolicies',
  policyType: 'teamsmessagingpolicy',
  settings: [isOn('AllowSecurityEndUserReporting')],
  words: { good: 'Users can report messages in Teams', bad: 'Users cannot report messages in Teams' },
});

/** Where reports of users go; `isChatTold`: the snapshot says it of chat messages too. */
function whereReportsGo(policies: readonly JsonObject[]) {
  const mail = policies.map((one) => settingsOf('reportSubmissionPolicies', one, reportsArrive));
  const told = policies.map((one) => chatReports.filter(({ holds }) => holds(one) !== null));
  const chat = policies.map((one, index) => settingsOf('reportSubmissionPolicies', one, told[index] ?? []));
  return {
    isWrong: [...mail, ...chat].some(({ wrong }) => wrong.length > 0),
    isSilent: mail.length === 0 || mail.some(({ silent }) => silent.length > 0),
    isChatTold: told.length > 0 && told.every((settings) => settings.length === chatReports.length),
    evidence: [...mail, ...chat].flatMap((outcome) => outcome.evidence),
  };
}

const reporting: Check['evaluate'] = (facts, context) => {
  const teams = inTeams(facts, context);
  const policies = factOf(facts, 'reportSubmissionPolicies');
  if (teams.status === 'fail') return teams;
  if (policies === undefined) return teams.status === 'pass' ? missingData(facts, ['reportSubmissionPolicies']) : teams;
  const { isWrong, isSilent, isChatTold, evidence } = whereReportsGo(policies);
  if (isWrong)
    return verdict('fail', 'Not every report of users reaches a mailbox of the organization.', [
      ...teams.evidence,
      ...evidence,
    ]);
  if (teams.status !== 'pass') return teams;
  const all = [...teams.evidence, ...evidence];
  if (isSilent) return verdict('couldNotCheck', 'Microsoft’s snapshot does not say where reports are sent.', all);
  const chats = isChatTold ? '' : ' Where reports from Teams go cannot be read.';
  return verdict(
    'pass',
    `Users can report messages, and ${isChatTold ? 'reports' : 'reports of mail'} reach a mailbox of the organization.${chats}`,
    all,
  );
};

export const teamsContentChecks: readonly Check[] = [
  {
    id: 'teams.files.providers',
    title: 'No third-party file storage in Teams',
    findingTitle: 'Third-party file storage can be used in Teams',
    category: 'external-sharing',
    severity: 'low',
    endangers: 'data',
    frameworks: { cis: ['8.1.1'], prowler: ['teams_external_file_sharing_restricted'] },
    datasets: ['teamsClientConfiguration'],
    recommendation: `${teamsSettings} > Files: turn off Citrix files, DropBox, Box, Google Drive and Egnyte.`,
    impact:
      'Files of the organization are kept at services that nobody has looked at, and stay there when people leave.',
    evaluate: organizationSettings(
      'teamsClientConfiguration',
      ['AllowBox', 'AllowDropBox', 'AllowEgnyte', 'AllowGoogleDrive', 'AllowShareFile'].map(isOff),
      { good: 'Third-party file storage is off', bad: 'Third-party file storage can be used' },
    ),
  },
  {
    id: 'teams.channel.email',
    title: 'Channels take no mail',
    findingTitle: 'Mail can be sent to the address of a Teams channel',
    category: 'mail-flow',
    severity: 'low',
    endangers: 'mail',
    frameworks: {
      cis: ['8.1.2'],
      scuba: ['MS.TEAMS.4.1v1'],
      prowler: ['teams_email_sending_to_channel_disabled'],
    },
    datasets: ['teamsClientConfiguration'],
    recommendation: `${teamsSettings} > Email integration: turn off "Users can send emails to a channel email address".`,
    impact: 'Channel addresses are outside the organization’s mail protection: anyone who learns one can post to it.',
    evaluate: organizationSettings('teamsClientConfiguration', [isOff('AllowEmailIntoChannel')], {
      good: 'Channels take no mail',
      bad: 'Channels take mail from anyone who knows their address',
    }),
  },
  {
    id: 'teams.reporting.messages',
    title: 'Users can report messages in Teams',
    findingTitle: 'Users cannot report messages in Teams',
    category: 'secure-score',
    severity: 'low',
    endangers: 'mail',
    frameworks: { prowler: ['teams_security_reporting_enabled'] },
    datasets: ['teamsMessagingPolicies'],
    helpful: ['teamsGroupPolicyAssignments'],
    recommendation:
      'Teams admin center > Messaging > Messaging policies > Global: turn on "Report a security concern".',
    impact: 'Who gets a suspicious chat message can only ignore it, and the next one who gets it clicks.',
    evaluate: inTeams,
  },
  {
    id: 'teams.reporting',
    title: 'Reports of suspicious messages arrive',
    findingTitle: 'Suspicious messages cannot be reported, or reports do not arrive',
    category: 'secure-score',
    severity: 'low',
    endangers: 'mail',
    frameworks: { cis: ['8.6.1'] },
    datasets: ['teamsMessagingPolicies', 'reportSubmissionPolicies'],
    helpful: ['teamsGroupPolicyAssignments'],
    recommendation:
      'Teams admin center > Messaging > Messaging policies > Global: turn on "Report a security concern". Microsoft Defender portal > Settings > Email & collaboration > User reported settings: send reports to a mailbox of your own.',
    impact: 'The first user who recognizes an attack has no way to tell, and the others go on opening the message.',
    evaluate: reporting,
  },
  appCheck(
    {
      id: 'teams.apps',
      title: 'Only approved apps in Teams',
      findingTitle: 'Third-party or custom apps in Teams need no approval',
      frameworks: { cis: ['8.4.1'] },
      recommendation: `${appPolicies}: under third-party and custom apps select "Allow specific apps and block all others". Then do the same in the org-wide app settings.`,
      impact: 'An app from a stranger reads chats and files with the rights of the user who has added it.',
    },
    ['GlobalCatalogAppsType', 'PrivateCatalogAppsType'],
    'third-party and custom apps',
  ),
  appCheck(
    {
      id: 'teams.apps.microsoft',
      title: 'Only approved apps of Microsoft in Teams',
      findingTitle: 'Apps of Microsoft in Teams need no approval',
      frameworks: { scuba: ['MS.TEAMS.5.1v2'] },
      recommendation: `${appPolicies}: under Microsoft apps select "Allow specific apps and block all others".`,
      impact: 'Apps that nobody has looked at are used with the data of the organization, and nobody knows of it.',
    },
    ['DefaultCatalogAppsType'],
    'apps of Microsoft',
  ),
  appCheck(
    {
      id: 'teams.apps.third',
      title: 'Only approved third-party apps in Teams',
      findingTitle: 'Third-party apps in Teams need no approval',
      frameworks: { scuba: ['MS.TEAMS.5.2v2'] },
      recommendation: `${appPolicies}: under third-party apps select "Allow specific apps and block all others".`,
      impact: 'An app of another company reads chats and files with the rights of the user who has added it.',
    },
    ['GlobalCatalogAppsType'],
    'third-party apps',
  ),
  appCheck(
    {
      id: 'teams.apps.custom',
      title: 'Only approved custom apps in Teams',
      findingTitle: 'Custom apps in Teams need no approval',
      frameworks: { scuba: ['MS.TEAMS.5.3v2'] },
      recommendation: `${appPolicies}: under custom apps select "Allow specific apps and block all others".`,
      impact:
        'An app that somebody has written and uploaded runs with the rights of the user who adds it, unseen by anyone.',
    },
    ['PrivateCatalogAppsType'],
    'custom apps',
  ),
];

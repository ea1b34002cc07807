import {
  type ConfigurationInstances,
  type ConfigurationReferences,
  configured,
  defaultConfiguration,
} from './configuration-defaults.ts';

const present = { Ensure: 'Present' };
const x = (type: string) => `microsoft.exchange.${type}`;
const t = (type: string) => `microsoft.teams.${type}`;

/** As Microsoft set it up, and opened further wherever that made somebody's day easier. */
export function weakConfiguration(references: ConfigurationReferences): ConfigurationInstances {
  return configured(
    defaultConfiguration(references),
    {
      [x('organizationconfig')]: { AuditDisabled: true, MailTipsAllTipsEnabled: false },
      [x('hostedoutboundspamfilterpolicy')]: { AutoForwardingMode: 'On' },
      [x('hostedconnectionfilterpolicy')]: { IPAllowList: ['198.51.100.7'], EnableSafeList: true },
      [x('hostedcontentfilterpolicy')]: { AllowedSenderDomains: ['carrier.example'], SpamAction: 'AddXHeader' },
      [x('malwarefilterpolicy')]: { EnableFileFilter: false, ZapEnabled: false, FileTypes: [] },
      [x('antiphishpolicy')]: { EnableSpoofIntelligence: false, HonorDmarcPolicy: false },
      [t('federationconfiguration')]: { ExternalAccessWithTrialTenants: 'Allowed' },
      [t('meetingpolicy')]: {
        AllowAnonymousUsersToStartMeeting: true,
        AllowExternalParticipantGiveRequestControl: true,
        AutoAdmittedUsers: 'Everyone',
        AllowPSTNUsersToBypassLobby: true,
      },
      [t('messagingpolicy')]: { AllowSecurityEndUserReporting: false },
    },
    {
      [x('transportrule')]: [
        {
          Name: 'Copy orders to the old provider',
          Enabled: true,
          Mode: 'Enforce',
          Priority: 0,
          SentTo: [`orders@${references.domains[0]}`],
          BlindCopyTo: ['orders@freight-archive.example'],
          ...present,
        },
        {
          Name: 'Let the carrier through',
          Enabled: true,
          Mode: 'Enforce',
          Priority: 1,
          SenderDomainIs: ['carrier.example'],
          SetSCL: '-1',
          ...present,
        },
        {
          Name: 'Mark mail from outside',
          Enabled: false,
          Mode: 'Enforce',
          Priority: 2,
          PrependSubject: '[EXT] ',
          ...present,
        },
      ],
    },
  );
}

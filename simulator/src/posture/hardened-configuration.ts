import {
  type ConfigurationInstances,
  type ConfigurationReferences,
  commonAttachmentTypes,
  configured,
  defaultConfiguration,
  policyRule,
} from './configuration-defaults.ts';

const present = { Ensure: 'Present' };
const x = (type: string) => `microsoft.exchange.${type}`;
const t = (type: string) => `microsoft.teams.${type}`;
const s = (type: string) => `microsoft.securityandcompliance.${type}`;

/** Attachment types that mail hardly ever needs, beside those that Microsoft blocks by itself. */
const furtherAttachmentTypes = `
  7z a3x ace ade adp ani app appinstaller applescript application appref-ms appx appxbundle arj asd
  asx bas bat bgi bz2 cab chm cmd com cpl crt cs csh daa dbf dcr deb desktopthemepackfile dex diagcab
  dif dir dll dmg doc docm dot dotm elf eml exe fxp gadget gz hlp hta htc htm html hwpx ics img inf
  ins iqy iso isp jar jnlp js jse kext ksh lha lib library-ms lnk lzh macho mam mda mdb mde mdt mdw
  mdz mht mhtml mof msc msi msix msp msrcincident mst ocx odt ops oxps pcd pif plg pot potm ppa ppam
  ppkg pps ppsm ppt pptm prf prg ps1 ps11 ps11xml ps1xml ps2 ps2xml psc1 psc2 pub py pyc pyo pyw pyz
  pyzw rar reg rev rtf scf scpt scr sct searchconnector-ms service settingcontent-ms sh shb shs shtm
  shtml sldm slk so spl stm svg swf sys tar theme themepack timer uif url uue vb vbe vbs vhd vhdx vxd
  wbk website wim wiz ws wsc wsf wsh xla xlam xlc xll xlm xls xlsb xlsm xlt xltm xlw xml xnk xps xsl
  xz z
`
  .trim()
  .split(/\s+/);

function protection({ domains }: ConfigurationReferences): ConfigurationInstances {
  const name = 'Clinic protection';
  return {
    [x('safelinkspolicy')]: [
      {
        Identity: name,
        EnableSafeLinksForEmail: true,
        EnableSafeLinksForTeams: true,
        EnableSafeLinksForOffice: true,
        ScanUrls: true,
        DeliverMessageAfterScan: true,
        EnableForInternalSenders: true,
        TrackClicks: true,
        AllowClickThrough: false,
        DisableUrlRewrite: false,
        ...present,
      },
    ],
    [x('safelinksrule')]: [policyRule('SafeLinks', name, domains)],
    [x('safeattachmentpolicy')]: [
      {
        Identity: name,
        Enable: true,
        Action: 'Block',
        QuarantineTag: 'AdminOnlyAccessPolicy',
        Redirect: false,
        ...present,
      },
    ],
    [x('safeattachmentrule')]: [policyRule('SafeAttachment', name, domains)],
    [x('transportrule')]: [
      {
        Name: 'Mark mail from outside',
        Enabled: true,
        Mode: 'Enforce',
        Priority: 0,
        FromScope: 'NotInOrganization',
        PrependSubject: '[External] ',
        StopRuleProcessing: false,
        ...present,
      },
    ],
  };
}

/** What each sensitive information type is called in a rule: its id is Microsoft's. */
const sensitive = {
  card: { name: 'Credit Card Number', id: '50842eb7-edc8-4019-85dd-5a5c1f2bb085' },
  taxpayer: {
    name: 'U.S. Individual Taxpayer Identification Number (ITIN)',
    id: 'e55e2a32-f92d-4985-a35d-a0b269eb687b',
  },
  security: { name: 'U.S. Social Security Number (SSN)', id: 'a44669fe-0d48-453d-a9b1-2cc83f2cba77' },
};

function purview(): ConfigurationInstances {
  const everywhere = { ExchangeLocation: ['All'], OneDriveLocation: ['All'], SharePointLocation: ['All'] };
  return {
    [s('dlpcompliancepolicy')]: [
      {
        Name: 'Sensitive information',
        Mode: 'Enable',
        Priority: 0,
        ...everywhere,
        TeamsLocation: ['All'],
        EndpointDlpLocation: ['All'],
        ...present,
      },
    ],
    [s('dlpcompliancerule')]: [
      {
        Name: 'Block what identifies people',
        Policy: 'Sensitive information',
        Disabled: false,
        BlockAccess: true,
        BlockAccessScope: 'All',
        NotifyUser: ['SiteAdmin', 'LastModifier', 'Owner'],
        ContentContainsSensitiveInformation: {
          SensitiveInformation: Object.values(sensitive).map((one) => ({ ...one, mincount: '1', maxcount: '-1' })),
        },
        ...present,
      },
    ],
    [s('labelpolicy')]: [
      { Name: 'Clinic labels', Labels: ['General', 'Confidential'], ExchangeLocation: ['All'], ...present },
    ],
  };
}

const meetings = {
  AllowAnonymousUsersToJoinMeeting: false,
  AllowAnonymousUsersToStartMeeting: false,
  AllowExternalParticipantGiveRequestControl: false,
  AllowCloudRecording: false,
  DesignatedPresenterRoleMode: 'OrganizerOnlyUserOverride',
  AutoAdmittedUsers: 'EveryoneInCompanyExcludingGuests',
  AllowPSTNUsersToBypassLobby: false,
  MeetingChatEnabledType: 'EnabledExceptAnonymous',
};

const hardenedMail = ({ domains: [domain] }: ConfigurationReferences): Record<string, Record<string, unknown>> => ({
  [x('externalinoutlook')]: { Enabled: true },
  [x('organizationconfig')]: {
    MailTipsExternalRecipientsTipsEnabled: true,
    CustomerLockboxEnabled: true,
    BookingsEnabled: false,
  },
  [x('owamailboxpolicy')]: {
    AdditionalStorageProvidersAvailable: false,
    PersonalAccountsEnabled: false,
    PersonalAccountCalendarsEnabled: false,
    BookingsMailboxCreationEnabled: false,
  },
  [x('remotedomain')]: { AutoForwardEnabled: false },
  [x('roleassignmentpolicy')]: { Roles: ['MyBaseOptions', 'MyContactInformation'] },
  [x('sharingpolicy')]: { Enabled: false, Domains: [] },
  [x('transportconfig')]: { SmtpClientAuthenticationDisabled: true },
  [x('antiphishpolicy')]: {
    AuthenticationFailAction: 'Quarantine',
    PhishThresholdLevel: '3',
    EnableFirstContactSafetyTips: true,
    EnableMailboxIntelligenceProtection: true,
    MailboxIntelligenceProtectionAction: 'Quarantine',
    EnableOrganizationDomainsProtection: true,
    EnableTargetedDomainsProtection: true,
    TargetedDomainProtectionAction: 'Quarantine',
    TargetedDomainsToProtect: ['harbourline.example', 'osterby.example'],
    EnableTargetedUserProtection: true,
    TargetedUserProtectionAction: 'Quarantine',
    TargetedUsersToProtect: [`Director;director@${domain}`],
    EnableSimilarDomainsSafetyTips: true,
    EnableSimilarUsersSafetyTips: true,
    EnableUnusualCharactersSafetyTips: true,
  },
  [x('atppolicyforo365')]: { EnableATPForSPOTeamsODB: true, EnableSafeDocs: true },
  [x('hostedcontentfilterpolicy')]: {
    SpamAction: 'MoveToJmf',
    HighConfidenceSpamAction: 'Quarantine',
    PhishSpamAction: 'Quarantine',
  },
  [x('hostedoutboundspamfilterpolicy')]: {
    AutoForwardingMode: 'Off',
    NotifyOutboundSpam: true,
    NotifyOutboundSpamRecipients: [`it@${domain}`],
    BccSuspiciousOutboundMail: true,
    BccSuspiciousOutboundAdditionalRecipients: [`it@${domain}`],
    RecipientLimitExternalPerHour: 500,
    RecipientLimitInternalPerHour: 1000,
    RecipientLimitPerDay: 1000,
    ActionWhenThresholdReached: 'BlockUser',
  },
  [x('malwarefilterpolicy')]: {
    FileTypes: [...commonAttachmentTypes, ...furtherAttachmentTypes],
    EnableInternalSenderAdminNotifications: true,
    InternalSenderAdminAddress: `it@${domain}`,
  },
  [x('reportsubmissionpolicy')]: {
    ReportJunkToCustomizedAddress: true,
    ReportNotJunkToCustomizedAddress: true,
    ReportPhishToCustomizedAddress: true,
    ReportJunkAddresses: [`reports@${domain}`],
    ReportNotJunkAddresses: [`reports@${domain}`],
    ReportPhishAddresses: [`reports@${domain}`],
  },
});

const hardenedTeams: Record<string, Record<string, unknown>> = {
  [t('apppermissionpolicy')]: {
    DefaultCatalogAppsType: 'AllowedAppList',
    GlobalCatalogAppsType: 'AllowedAppList',
    PrivateCatalogAppsType: 'AllowedAppList',
  },
  [t('clientconfiguration')]: {
    AllowBox: false,
    AllowDropBox: false,
    AllowEgnyte: false,
    AllowGoogleDrive: false,
    AllowShareFile: false,
    AllowEmailIntoChannel: false,
  },
  [t('federationconfiguration')]: {
    AllowedDomains: ['harbourline.example'],
    AllowTeamsConsumer: false,
    AllowTeamsConsumerInbound: false,
  },
  [t('meetingpolicy')]: meetings,
};

/** Everything as the baselines ask for it. */
export function hardenedConfiguration(references: ConfigurationReferences): ConfigurationInstances {
  const instances = configured(
    defaultConfiguration(references),
    { ...hardenedMail(references), ...hardenedTeams },
    { ...protection(references), ...purview() },
  );
  const [global] = instances[t('meetingpolicy')] ?? [];
  return {
    ...instances,
    [x('sharedmailbox')]: references.sharedMailboxes(true),
    // Nobody needs Microsoft's open policy here: it was taken away.
    [t('meetingpolicy')]: global === undefined ? [] : [global],
  };
}

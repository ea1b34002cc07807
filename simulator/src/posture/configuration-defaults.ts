/** Instances by resource type: properties in Microsoft365DSC's names. */
export type ConfigurationInstances = Record<string, Record<string, unknown>[]>;

/** What of a tenant's directory stands in its settings. */
export interface ConfigurationReferences {
  tenantId: string;
  /** Its own, and the one that Microsoft gave it. */
  domains: readonly [own: string, initial: string];
  /** @param onlyDisabled those whose account nobody can sign in to */
  sharedMailboxes(onlyDisabled: boolean): Record<string, unknown>[];
}

const present = { Ensure: 'Present' };
const noConditions = {
  SentTo: [],
  SentToMemberOf: [],
  RecipientDomainIs: [],
  ExceptIfSentTo: [],
  ExceptIfSentToMemberOf: [],
  ExceptIfRecipientDomainIs: [],
};

/** A rule that applies a policy of the same name to these domains, or to whom `more` says. */
export const policyRule = (
  kind: 'AntiPhish' | 'HostedContentFilter' | 'MalwareFilter' | 'SafeAttachment' | 'SafeLinks',
  name: string,
  domains: readonly string[],
  more: Record<string, unknown> = {},
) => ({
  Identity: name,
  [`${kind}Policy`]: name,
  Enabled: true,
  Priority: 0,
  ...noConditions,
  RecipientDomainIs: [...domains],
  ...present,
  ...more,
});

/** The attachment types that the filter of a new tenant blocks (Microsoft Defender for Office 365, common attachments filter). */
export const commonAttachmentTypes = [
  ...['ace', 'ani', 'apk', 'app', 'appx', 'arj', 'bat', 'cab', 'cmd', 'com', 'deb', 'dex', 'dll', 'docm', 'elf', 'exe'],
  ...['hta', 'img', 'iso', 'jar', 'jnlp', 'kext', 'lha', 'lib', 'library', 'lnk', 'lzh', 'macho', 'msc', 'msi', 'msix'],
  ...['msp', 'mst', 'pif', 'ppa', 'ppam', 'reg', 'rev', 'scf', 'scr', 'sct', 'sys', 'uif', 'vb', 'vbe', 'vbs', 'vxd'],
  ...['wsc', 'wsf', 'wsh', 'xll', 'xz', 'z'],
];

/** Microsoft's own alert policies, as far as somebody asks for them. */
const alertNames = [
  'Suspicious email sending patterns detected',
  'Suspicious Connector Activity',
  'Suspicious Email Forwarding Activity',
  'Messages have been delayed',
  'Tenant restricted from sending unprovisioned email',
  'Tenant restricted from sending email',
  'User restricted from sending email',
  'A potentially malicious URL click was detected',
];

const alerts = () =>
  alertNames.map((Name) => ({
    Name,
    Category: 'ThreatManagement',
    Severity: 'High',
    Disabled: false,
    NotificationEnabled: true,
    NotifyUser: ['TenantAdmins'],
    ...present,
  }));

const meetingDefaults = {
  AllowAnonymousUsersToJoinMeeting: true,
  AllowAnonymousUsersToStartMeeting: false,
  AllowExternalParticipantGiveRequestControl: false,
  AllowCloudRecording: true,
  DesignatedPresenterRoleMode: 'EveryoneUserOverride',
  AutoAdmittedUsers: 'EveryoneInCompany',
  AllowPSTNUsersToBypassLobby: false,
  MeetingChatEnabledType: 'Enabled',
  ...present,
};

function exchangeDefaults({ tenantId, domains, sharedMailboxes }: ConfigurationReferences): ConfigurationInstances {
  return {
    accepteddomain: domains.map((Identity) => ({
      Identity,
      DomainType: 'Authoritative',
      MatchSubDomains: false,
      OutboundOnly: false,
      ...present,
    })),
    applicationaccesspolicy: [],
    dkimsigningconfig: domains.map((Identity) => ({ Identity, Enabled: true, ...present })),
    externalinoutlook: [{ Identity: tenantId, Enabled: false, AllowList: [], ...present }],
    organizationconfig: [
      {
        IsSingleInstance: 'Yes',
        AuditDisabled: false,
        OAuth2ClientProfileEnabled: true,
        MailTipsAllTipsEnabled: true,
        MailTipsExternalRecipientsTipsEnabled: false,
        MailTipsGroupMetricsEnabled: true,
        MailTipsLargeAudienceThreshold: 25,
        CustomerLockboxEnabled: false,
        BookingsEnabled: true,
      },
    ],
    owamailboxpolicy: [
      {
        Name: 'OwaMailboxPolicy-Default',
        IsDefault: true,
        AdditionalStorageProvidersAvailable: true,
        PersonalAccountsEnabled: true,
        PersonalAccountCalendarsEnabled: true,
        BookingsMailboxCreationEnabled: true,
        ...present,
      },
    ],
    remotedomain: [{ Identity: 'Default', Name: 'Default', DomainName: '*', AutoForwardEnabled: true, ...present }],
    roleassignmentpolicy: [
      {
        Name: 'Default Role Assignment Policy',
        IsDefault: true,
        Roles: ['My Marketplace Apps', 'My ReadWriteMailbox Apps', 'My Custom Apps', 'MyBaseOptions'],
        ...present,
      },
    ],
    sharedmailbox: sharedMailboxes(false),
    sharingpolicy: [
      {
        Name: 'Default Sharing Policy',
        Default: true,
        Enabled: true,
        Domains: ['Anonymous:CalendarSharingFreeBusyReviewer', '*:CalendarSharingFreeBusySimple'],
        ...present,
      },
    ],
    transportconfig: [{ IsSingleInstance: 'Yes', SmtpClientAuthenticationDisabled: false }],
    transportrule: [],
  };
}

function protectionDefaults(): ConfigurationInstances {
  return {
    antiphishpolicy: [
      {
        Identity: 'Office365 AntiPhish Default',
        MakeDefault: true,
        Enabled: true,
        EnableSpoofIntelligence: true,
        AuthenticationFailAction: 'MoveToJmf',
        DmarcRejectAction: 'Reject',
        DmarcQuarantineAction: 'Quarantine',
        HonorDmarcPolicy: true,
        EnableFirstContactSafetyTips: false,
        EnableUnauthenticatedSender: true,
        EnableViaTag: true,
        EnableMailboxIntelligence: true,
        EnableMailboxIntelligenceProtection: false,
        EnableOrganizationDomainsProtection: false,
        EnableTargetedDomainsProtection: false,
        EnableTargetedUserProtection: false,
        EnableSimilarDomainsSafetyTips: false,
        EnableSimilarUsersSafetyTips: false,
        EnableUnusualCharactersSafetyTips: false,
        PhishThresholdLevel: '1',
        TargetedDomainsToProtect: [],
        TargetedUsersToProtect: [],
        ...present,
      },
    ],
    antiphishrule: [],
    atppolicyforo365: [
      {
        IsSingleInstance: 'Yes',
        Identity: 'Default',
        EnableATPForSPOTeamsODB: false,
        EnableSafeDocs: false,
        AllowSafeDocsOpen: false,
      },
    ],
    hostedconnectionfilterpolicy: [
      { Identity: 'Default', IPAllowList: [], IPBlockList: [], EnableSafeList: false, ...present },
    ],
    hostedcontentfilterpolicy: [
      {
        Identity: 'Default',
        MakeDefault: true,
        AllowedSenderDomains: [],
        AllowedSenders: [],
        SpamAction: 'MoveToJmf',
        HighConfidenceSpamAction: 'MoveToJmf',
        PhishSpamAction: 'MoveToJmf',
        HighConfidencePhishAction: 'Quarantine',
        BulkSpamAction: 'MoveToJmf',
        ...present,
      },
    ],
    hostedcontentfilterrule: [],
    hostedoutboundspamfilterpolicy: [
      {
        Identity: 'Default',
        AutoForwardingMode: 'Automatic',
        NotifyOutboundSpam: false,
        NotifyOutboundSpamRecipients: [],
        BccSuspiciousOutboundMail: false,
        BccSuspiciousOutboundAdditionalRecipients: [],
        RecipientLimitExternalPerHour: 0,
        RecipientLimitInternalPerHour: 0,
        RecipientLimitPerDay: 0,
        ActionWhenThresholdReached: 'BlockUserForToday',
        ...present,
      },
    ],
    hostedoutboundspamfilterrule: [],
    malwarefilterpolicy: [
      {
        Identity: 'Default',
        MakeDefault: true,
        EnableFileFilter: true,
        FileTypes: commonAttachmentTypes,
        ZapEnabled: true,
        EnableInternalSenderAdminNotifications: false,
        ...present,
      },
    ],
    malwarefilterrule: [],
    eopprotectionpolicyrule: [],
    reportsubmissionpolicy: [
      {
        IsSingleInstance: 'Yes',
        ReportJunkToCustomizedAddress: false,
        ReportNotJunkToCustomizedAddress: false,
        ReportPhishToCustomizedAddress: false,
        ReportJunkAddresses: [],
        ReportNotJunkAddresses: [],
        ReportPhishAddresses: [],
      },
    ],
    safeattachmentpolicy: [{ Identity: 'Built-In Protection Policy', Enable: true, Action: 'Block', ...present }],
    safeattachmentrule: [],
    safelinkspolicy: [
      {
        Identity: 'Built-In Protection Policy',
        EnableSafeLinksForEmail: true,
        EnableSafeLinksForTeams: true,
        EnableSafeLinksForOffice: true,
        ScanUrls: true,
        DeliverMessageAfterScan: true,
        EnableForInternalSenders: false,
        TrackClicks: true,
        AllowClickThrough: true,
        DisableUrlRewrite: true,
        ...present,
      },
    ],
    safelinksrule: [],
  };
}

const purviewDefaults = (): ConfigurationInstances => ({
  dlpcompliancepolicy: [],
  dlpcompliancerule: [],
  labelpolicy: [],
  protectionalert: alerts(),
});

const teamsDefaults = (): ConfigurationInstances => ({
  apppermissionpolicy: [
    {
      Identity: 'Global',
      DefaultCatalogAppsType: 'BlockedAppList',
      GlobalCatalogAppsType: 'BlockedAppList',
      PrivateCatalogAppsType: 'BlockedAppList',
      DefaultCatalogApps: [],
      GlobalCatalogApps: [],
      PrivateCatalogApps: [],
      ...present,
    },
  ],
  clientconfiguration: [
    {
      Identity: 'Global',
      AllowBox: true,
      AllowDropBox: true,
      AllowEgnyte: true,
      AllowGoogleDrive: true,
      AllowShareFile: true,
      AllowEmailIntoChannel: true,
    },
  ],
  federationconfiguration: [
    {
      Identity: 'Global',
      AllowFederatedUsers: true,
      AllowedDomains: [],
      BlockedDomains: [],
      AllowTeamsConsumer: true,
      AllowTeamsConsumerInbound: true,
      ExternalAccessWithTrialTenants: 'Blocked',
    },
  ],
  grouppolicyassignment: [],
  meetingbroadcastpolicy: [{ Identity: 'Global', BroadcastRecordingMode: 'UserOverride', ...present }],
  meetingpolicy: [
    { Identity: 'Global', ...meetingDefaults },
    {
      Identity: 'Tag:AllOn',
      Description: 'Do not assign. This policy is same as global defaults.',
      ...meetingDefaults,
    },
  ],
  messagingpolicy: [{ Identity: 'Global', AllowSecurityEndUserReporting: true, ...present }],
});

const prefixed = (workload: string, instances: ConfigurationInstances): ConfigurationInstances =>
  Object.fromEntries(Object.entries(instances).map(([type, list]) => [`microsoft.${workload}.${type}`, list]));

/** What Microsoft sets up in a new organization. */
export const defaultConfiguration = (references: ConfigurationReferences): ConfigurationInstances => ({
  ...prefixed('exchange', exchangeDefaults(references)),
  ...prefixed('exchange', protectionDefaults()),
  ...prefixed('securityandcompliance', purviewDefaults()),
  ...prefixed('teams', teamsDefaults()),
});

/** With other properties in the first instance of types. */
export function configured(
  instances: ConfigurationInstances,
  changes: Record<string, Record<string, unknown>>,
  more: ConfigurationInstances = {},
): ConfigurationInstances {
  const result = { ...instances };
  for (const [type, change] of Object.entries(changes)) {
    const [first = {}, ...rest] = result[type] ?? [];
    result[type] = [{ ...first, ...change }, ...rest];
  }
  for (const [type, list] of Object.entries(more)) result[type] = [...(result[type] ?? []), ...list];
  return result;
}

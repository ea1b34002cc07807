import { type JsonObject, objectAt, objectsAt, textAt } from './json-reader.ts';

/** A type of Tenant Configuration Management, whose instances a snapshot holds. */
export type ConfigurationType = {
  /** In lower case: one of the services behind it compares with case. */
  type: string;
  /** In Microsoft's schema and not in its documentation: a job that asks for it may be refused as a whole. */
  isDocumented?: false;
  /** Has an instance for each mailbox of a kind, which counts toward the month's limit: not read more often than this. */
  everyDays?: number;
  /** Each tenant with the service has an instance: a snapshot without one was not taken of it. */
  isEverywhere?: true;
};

/**
 * The settings of Exchange, Defender, Purview and Teams that checks read, by dataset (Microsoft Graph v1.0, "Tenant
 * configuration management APIs": supported workloads and resource types).
 *
 * Left out, since they have an instance for each mailbox or user: casmailboxsettings, mailboxsettings,
 * calendarprocessing, userpolicyassignment. So that who has a Teams policy by direct assignment cannot be seen.
 */
const table = {
  acceptedDomains: { type: 'microsoft.exchange.accepteddomain', isEverywhere: true },
  antiPhishPolicies: { type: 'microsoft.exchange.antiphishpolicy' },
  antiPhishRules: { type: 'microsoft.exchange.antiphishrule' },
  connectionFilterPolicies: { type: 'microsoft.exchange.hostedconnectionfilterpolicy' },
  defenderForOffice365: { type: 'microsoft.exchange.atppolicyforo365' },
  dkimSigningConfig: { type: 'microsoft.exchange.dkimsigningconfig' },
  exchangeOrganizationConfig: { type: 'microsoft.exchange.organizationconfig', isEverywhere: true },
  exchangeTransportConfig: { type: 'microsoft.exchange.transportconfig' },
  externalInOutlook: { type: 'microsoft.exchange.externalinoutlook', isDocumented: false },
  malwareFilterPolicies: { type: 'microsoft.exchange.malwarefilterpolicy' },
  malwareFilterRules: { type: 'microsoft.exchange.malwarefilterrule' },
  outboundSpamPolicies: { type: 'microsoft.exchange.hostedoutboundspamfilterpolicy' },
  outboundSpamRules: { type: 'microsoft.exchange.hostedoutboundspamfilterrule' },
  owaMailboxPolicies: { type: 'microsoft.exchange.owamailboxpolicy' },
  presetPolicyRules: { type: 'microsoft.exchange.eopprotectionpolicyrule', isDocumented: false },
  remoteDomains: { type: 'microsoft.exchange.remotedomain' },
  reportSubmissionPolicies: { type: 'microsoft.exchange.reportsubmissionpolicy' },
  roleAssignmentPolicies: { type: 'microsoft.exchange.roleassignmentpolicy' },
  safeAttachmentPolicies: { type: 'microsoft.exchange.safeattachmentpolicy' },
  safeAttachmentRules: { type: 'microsoft.exchange.safeattachmentrule' },
  safeLinksPolicies: { type: 'microsoft.exchange.safelinkspolicy' },
  safeLinksRules: { type: 'microsoft.exchange.safelinksrule' },
  sharedMailboxes: { type: 'microsoft.exchange.sharedmailbox', everyDays: 7 },
  sharingPolicies: { type: 'microsoft.exchange.sharingpolicy' },
  spamFilterPolicies: { type: 'microsoft.exchange.hostedcontentfilterpolicy' },
  spamFilterRules: { type: 'microsoft.exchange.hostedcontentfilterrule' },
  transportRules: { type: 'microsoft.exchange.transportrule' },
  dlpPolicies: { type: 'microsoft.securityandcompliance.dlpcompliancepolicy' },
  dlpRules: { type: 'microsoft.securityandcompliance.dlpcompliancerule' },
  labelPolicies: { type: 'microsoft.securityandcompliance.labelpolicy' },
  protectionAlerts: { type: 'microsoft.securityandcompliance.protectionalert' },
  teamsAppPermissionPolicies: { type: 'microsoft.teams.apppermissionpolicy' },
  teamsClientConfiguration: { type: 'microsoft.teams.clientconfiguration', isEverywhere: true },
  teamsEventPolicies: { type: 'microsoft.teams.meetingbroadcastpolicy' },
  teamsFederationConfiguration: { type: 'microsoft.teams.federationconfiguration', isEverywhere: true },
  teamsGroupPolicyAssignments: { type: 'microsoft.teams.grouppolicyassignment' },
  teamsMeetingPolicies: { type: 'microsoft.teams.meetingpolicy' },
  teamsMessagingPolicies: { type: 'microsoft.teams.messagingpolicy' },
} as const satisfies Record<string, ConfigurationType>;

/** A dataset whose values are the properties of the instances of one type, in Microsoft365DSC's names. */
export type ConfigurationDataset = keyof typeof table;

export const configurationTypes: Readonly<Record<ConfigurationDataset, ConfigurationType>> = table;
export const configurationDatasets = Object.keys(table) as ConfigurationDataset[];

/** Code of a failure: the tenant's Graph does not know the type. */
export const unsupportedCode = 'UnsupportedType';

/** Code of a failure: a snapshot that could not be deleted keeps others from being asked for. */
export const notDeletedCode = 'SnapshotNotDeleted';

/** What somebody decided: all of them, but for the mailboxes, which come and go. */
export type ConfigurationSetting = Exclude<ConfigurationDataset, 'sharedMailboxes'>;
export const configurationSettings = configurationDatasets.filter(
  (name): name is ConfigurationSetting => name !== 'sharedMailboxes',
);

export const isConfigurationDataset = (name: string): name is ConfigurationDataset => Object.hasOwn(table, name);

const byType = new Map<string, ConfigurationDataset>(
  configurationDatasets.map((name) => [configurationTypes[name].type, name]),
);

/** The dataset of a type, however it is spelled; null for a type that no check reads. */
export const datasetOfType = (type: string): ConfigurationDataset | null =>
  byType.get(type.trim().toLowerCase()) ?? null;

/** The properties of each instance of a list as a snapshot holds it: `[{displayName, resourceType, properties}]`. */
export function instancesOf(list: unknown): JsonObject[] {
  return objectsAt({ list }, 'list').map((instance) => objectAt(instance, 'properties'));
}

/** What an instance is called: `Identity`, or `Name`; never its display name, which Microsoft's exporter makes up. */
export const identityOf = (properties: JsonObject): string =>
  textAt(properties, 'Identity') ?? textAt(properties, 'Name') ?? '';

import { configurationPermission } from '../../audit/facts/datasets.ts';
import type { ConfigurationDataset } from '../../audit/facts/tenant-configuration.ts';
import { configurationDatasets, configurationTypes } from '../../audit/facts/tenant-configuration.ts';

/**
 * What Tenant Configuration Management needs in a tenant: one table, from which the page, the script and the help article are
 * made (Microsoft Graph, "Set up authentication for unified tenant configuration management APIs", and the "Permissions" of
 * each resource type). App roles are named by their value: their ids are looked up in the tenant.
 */
export const setUpApps = {
  configurationManagement: {
    appId: '03b07b79-c5bc-4b5e-9bfa-13acf4a99998',
    name: 'Tenant Configuration Management',
  },
  adminServices: { appId: '6b91db1b-f05b-405a-a0b2-e3f60b28d645', name: 'M365 Admin Services' },
  exchange: { appId: '00000002-0000-0ff1-ce00-000000000000', name: 'Office 365 Exchange Online' },
  graph: { appId: '00000003-0000-0000-c000-000000000000', name: 'Microsoft Graph' },
} as const;
export type SetUpApp = keyof typeof setUpApps;

const workloadOf = (name: ConfigurationDataset) => configurationTypes[name].type.split('.')[1] ?? '';
const ofWorkloads = (...workloads: string[]) =>
  configurationDatasets.filter((name) => workloads.includes(workloadOf(name)));

/** What Security Reader is enough for ("Permissions" of these types); all others need Global Reader. */
const readBySecurityReader: readonly ConfigurationDataset[] = [
  'antiPhishPolicies',
  'antiPhishRules',
  'connectionFilterPolicies',
  'defenderForOffice365',
  'dlpPolicies',
  'malwareFilterPolicies',
  'malwareFilterRules',
  'outboundSpamPolicies',
  'outboundSpamRules',
  'protectionAlerts',
  'reportSubmissionPolicies',
  'safeAttachmentPolicies',
  'safeAttachmentRules',
  'safeLinksPolicies',
  'safeLinksRules',
  'spamFilterPolicies',
  'spamFilterRules',
];

/** Roles by which the settings are read, the one that is asked for first. Ids: Microsoft Entra built-in roles. */
export const readingRoles = [
  { id: 'f2ef992c-3afb-46b9-b7cf-a126ee74c451', name: 'Global Reader', notRead: [] },
  { id: '62e90394-69f5-4237-9190-012177145e10', name: 'Global Administrator', notRead: [] },
  {
    id: '5d6b6bb7-de71-4623-b4af-96380a352509',
    name: 'Security Reader',
    notRead: configurationDatasets.filter((name) => !readBySecurityReader.includes(name)),
  },
] as const satisfies readonly { id: string; name: string; notRead: readonly ConfigurationDataset[] }[];

type Common = {
  id: string;
  purpose: string;
  /** What cannot be read without it. */
  datasets: readonly ConfigurationDataset[];
  /** Without it no snapshot can be taken at all. */
  isEssential: boolean;
};
export type PrincipalItem = Common & { kind: 'servicePrincipal'; app: SetUpApp };
/** `own`: to the service principal of the product's app registration; else to that of `setUpApps.configurationManagement`. */
export type AppRoleItem = Common & { kind: 'permission' | 'appRole'; resource: SetUpApp; role: string };
export type DirectoryRoleItem = Common & { kind: 'directoryRole'; role: string };
export type SetUpEntry = PrincipalItem | AppRoleItem | DirectoryRoleItem;

const ownPermission: AppRoleItem = {
  id: 'own-permission',
  kind: 'permission',
  resource: 'graph',
  role: configurationPermission,
  purpose:
    'Lets Tenantry take snapshots. It is the only permission that Tenantry asks for that can write: a snapshot is a job that is created in the tenant, and Microsoft has no lesser permission for that. Tenantry creates such jobs, reads them and deletes them. It changes no setting.',
  datasets: configurationDatasets,
  isEssential: true,
};

const configurationPrincipal: PrincipalItem = {
  id: 'configuration-principal',
  kind: 'servicePrincipal',
  app: 'configurationManagement',
  purpose: 'Microsoft’s own service, which reads the settings when a snapshot is taken.',
  datasets: configurationDatasets,
  isEssential: true,
};

const adminServicesPrincipal: PrincipalItem = {
  id: 'admin-services-principal',
  kind: 'servicePrincipal',
  app: 'adminServices',
  purpose: 'Microsoft’s setup instructions ask for it besides. It gets no permission.',
  datasets: [],
  isEssential: false,
};

const exchangeRole: AppRoleItem = {
  id: 'exchange-role',
  kind: 'appRole',
  resource: 'exchange',
  role: 'Exchange.ManageAsApp',
  purpose:
    'Lets the service sign in to Exchange Online and Microsoft Purview. What it may do there is what its directory role allows: to read.',
  datasets: ofWorkloads('exchange', 'securityandcompliance'),
  isEssential: false,
};

const teamsRole: AppRoleItem = {
  id: 'teams-role',
  kind: 'appRole',
  resource: 'graph',
  role: 'Organization.Read.All',
  purpose: 'Lets the service read the settings of Microsoft Teams.',
  datasets: ofWorkloads('teams'),
  isEssential: false,
};

const directoryRole: DirectoryRoleItem = {
  id: 'directory-role',
  kind: 'directoryRole',
  role: readingRoles[0].name,
  purpose: 'A role that only reads. It bounds what the service may do in every workload.',
  datasets: configurationDatasets,
  isEssential: false,
};

/** In the order in which they are granted. */
export const setUpTable = {
  ownPermission,
  configurationPrincipal,
  adminServicesPrincipal,
  exchangeRole,
  teamsRole,
  directoryRole,
};
export const setUpEntries: readonly SetUpEntry[] = Object.values(setUpTable);

/** To whom an entry is granted, as it is called. */
const holderOf = ({ kind }: SetUpEntry) =>
  kind === 'permission' ? 'Tenantry' : setUpApps.configurationManagement.name;

/** What an entry is called. */
export function entryName(entry: SetUpEntry): string {
  if (entry.kind === 'servicePrincipal') return `Service principal ${setUpApps[entry.app].name}`;
  if (entry.kind === 'directoryRole') return `Directory role ${entry.role}`;
  return `${entry.role} of ${setUpApps[entry.resource].name}`;
}

/** What an administrator has to grant, exactly. */
export function grantText(entry: SetUpEntry): string {
  if (entry.kind === 'servicePrincipal')
    return `Create the service principal of application ${setUpApps[entry.app].appId}`;
  if (entry.kind === 'directoryRole')
    return `Assign the directory role ${entry.role} to ${holderOf(entry)}, over the whole directory`;
  return `Grant the application permission ${entryName(entry)} to ${holderOf(entry)}`;
}

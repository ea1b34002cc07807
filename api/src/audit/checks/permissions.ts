import type { CloudName } from '@tenantry/contract/clouds';
import { rowsOf } from '@tenantry/contract/text-table';
import { askedOnChange, type DatasetName, datasetNames, datasets, readAfter } from '../facts/datasets.ts';
import { notOfferedIn } from '../facts/national-clouds.ts';
import { isConfigurationDataset } from '../facts/tenant-configuration.ts';
import { catalog } from './catalog.ts';

/** A permission of Microsoft Graph that a tenant has to grant, and what is not known without it. */
export type RequiredPermission = {
  permission: string;
  /** Of whoever connected the tenant, not of the application. */
  isDelegated: boolean;
  datasets: readonly DatasetName[];
  /** The checks that read one of these datasets, or one that is read after it, be it to see more. */
  checks: readonly { id: string; title: string }[];
};

/**
 * What else Microsoft accepts for each call that is made with a permission (github.com/microsoftgraph/microsoft-graph-devx-content,
 * permissions.json, 2026-08-07). One for roles may not be wider than the activation rules allow: Directory.Read.All reads
 * assignments, and neither eligibility nor rules.
 */
const table = `
AccessReview.Read.All: AccessReview.ReadWrite.All
Application.Read.All: Application.ReadWrite.All Directory.Read.All
DeviceManagementConfiguration.Read.All: DeviceManagementConfiguration.ReadWrite.All
DeviceManagementServiceConfig.Read.All: DeviceManagementServiceConfig.ReadWrite.All DeviceManagementConfiguration.Read.All DeviceManagementConfiguration.ReadWrite.All
Directory.Read.All: Directory.ReadWrite.All
Domain.Read.All: Domain.ReadWrite.All Directory.Read.All
GroupMember.Read.All: Group.Read.All Group.ReadWrite.All Directory.Read.All
GroupSettings.Read.All: GroupSettings.ReadWrite.All Group.Read.All Group.ReadWrite.All Directory.Read.All Directory.ReadWrite.All
LicenseAssignment.Read.All: Organization.Read.All Organization.ReadWrite.All Directory.Read.All Directory.ReadWrite.All
OnPremDirectorySynchronization.Read.All: OnPremDirectorySynchronization.ReadWrite.All
Organization.Read.All: Organization.ReadWrite.All Directory.Read.All Directory.ReadWrite.All
OrganizationalBranding.Read.All: OrganizationalBranding.ReadWrite.All Organization.Read.All Organization.ReadWrite.All
Policy.Read.AuthenticationMethod: Policy.ReadWrite.AuthenticationMethod Policy.Read.All
Policy.Read.DeviceConfiguration: Policy.ReadWrite.DeviceConfiguration
RoleManagement.Read.Directory: RoleManagement.ReadWrite.Directory
SecurityAlert.Read.All: SecurityAlert.ReadWrite.All
SecurityEvents.Read.All: SecurityEvents.ReadWrite.All
SecurityIdentitiesHealth.Read.All: SecurityIdentitiesHealth.ReadWrite.All
SharePointTenantSettings.Read.All: SharePointTenantSettings.ReadWrite.All
User.Read.All: User.ReadWrite.All Directory.Read.All Directory.ReadWrite.All
`;

const widerPermissions: ReadonlyMap<string, readonly string[]> = new Map(
  rowsOf(table, /^(\S+): (.+)$/gm).map(([, permission = '', wider = '']) => [permission, wider.split(' ')]),
);

/**
 * The permission by which a required one is granted: itself, or one that gives it too.
 * @returns null where none of those that were granted does
 */
export function grantedBy(permission: string, granted: ReadonlySet<string>): string | null {
  const enough = [permission, ...(widerPermissions.get(permission) ?? [])];
  return enough.find((one) => granted.has(one)) ?? null;
}

function permissionsOf(name: DatasetName): string[] {
  return datasets[name].permission?.split(' and ') ?? [];
}

const isOptional = (name: DatasetName) => isConfigurationDataset(name);
const isOffered = (name: DatasetName, cloud: CloudName) => !notOfferedIn(cloud).has(name);

function permissionsReading(names: readonly DatasetName[]): RequiredPermission[] {
  const byName = new Map<string, { isDelegated: boolean; datasets: DatasetName[] }>();
  for (const name of names) {
    for (const permission of permissionsOf(name)) {
      const known = byName.get(permission) ?? { isDelegated: datasets[name].asAccount === true, datasets: [] };
      byName.set(permission, { ...known, datasets: [...known.datasets, name] });
    }
  }
  return [...byName.entries()]
    .map(([permission, { isDelegated, datasets: read }]) => {
      const isLost = (name: DatasetName) => read.includes(name) || read.includes(readAfter[name] ?? name);
      const reading = catalog.filter(({ datasets: decisive, helpful = [] }) => [...decisive, ...helpful].some(isLost));
      return { permission, isDelegated, datasets: read, checks: reading.map(({ id, title }) => ({ id, title })) };
    })
    .sort((one, two) => one.permission.localeCompare(two.permission));
}

/**
 * Every permission that a tenant has to grant, by name, made from the datasets and from what the checks read: the source for
 * the credentials dialog, the consent, docs/checks.md and the deployment. All of them only read.
 * @param cloud of the tenant: what it does not offer needs no permission
 */
export const requiredPermissions = (cloud: CloudName = 'commercial'): RequiredPermission[] =>
  permissionsReading([...datasetNames, ...askedOnChange].filter((name) => !isOptional(name) && isOffered(name, cloud)));

/** Permissions that serve a feature which a tenant may go without: nobody lacks them who does not want it. */
export function optionalPermissions(cloud: CloudName = 'commercial'): RequiredPermission[] {
  const required = new Set(requiredPermissions(cloud).map(({ permission }) => permission));
  const optional = datasetNames.filter((name) => isOptional(name) && isOffered(name, cloud));
  return permissionsReading(optional).filter(({ permission }) => !required.has(permission));
}

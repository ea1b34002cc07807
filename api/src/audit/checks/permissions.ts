import type { CloudName } from '@tenantry/contract/clouds';
import { askedOnChange, type DatasetName, datasetNames, datasets } from '../facts/datasets.ts';
import { notOfferedIn } from '../facts/national-clouds.ts';
import { isConfigurationDataset } from '../facts/tenant-configuration.ts';
import { catalog } from './catalog.ts';

/** A permission of Microsoft Graph that a tenant has to grant, and what is not known without it. */
export type RequiredPermission = {
  permission: string;
  /** Of whoever connected the tenant, not of the application. */
  isDelegated: boolean;
  datasets: readonly DatasetName[];
  /** The checks that read one of these datasets. */
  checks: readonly { id: string; title: string }[];
};

/**
 * What else gives the same (Microsoft Graph reference, "Higher privileged permissions" of the calls that we make). That a
 * permission to write gives what the one to read does goes without saying here.
 */
const widerPermissions: Readonly<Record<string, readonly string[]>> = {
  'Organization.Read.All': ['Directory.Read.All'],
  'LicenseAssignment.Read.All': ['Organization.Read.All', 'Directory.Read.All'],
  'Domain.Read.All': ['Directory.Read.All'],
  'User.Read.All': ['Directory.Read.All'],
  'GroupMember.Read.All': ['Group.Read.All', 'Directory.Read.All'],
  'GroupSettings.Read.All': ['Directory.Read.All'],
  'Application.Read.All': ['Directory.Read.All'],
  'RoleManagement.Read.Directory': ['Directory.Read.All'],
  'Policy.Read.AuthenticationMethod': ['Policy.Read.All'],
};

const toWrite = (permission: string) => permission.replace('.Read.', '.ReadWrite.');

/**
 * The permission by which a required one is granted: itself, or one that gives it too.
 * @returns null where none of those that were granted does
 */
export function grantedBy(permission: string, granted: ReadonlySet<string>): string | null {
  const wider = widerPermissions[permission] ?? [];
  const enough = [permission, toWrite(permission), ...wider, ...wider.map(toWrite)];
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
      const reading = catalog.filter((check) => check.datasets.some((name) => read.includes(name)));
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

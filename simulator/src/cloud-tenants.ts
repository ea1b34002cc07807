import { createTenantDirectory, type TenantDirectory } from './directory/tenant-directory.ts';
import { userAt } from './directory/users.ts';
import { demoProfiles } from './profiles/demo-profiles.ts';
import type { TenantProfile } from './tenant-profile.ts';

export interface SimulatedTenant {
  /** Entra tenant id. */
  id: string;
  name: string;
  displayName: string;
  domain: string;
  userCount: number;
  /** Emergency access accounts: what the customer would declare as exempt. */
  emergencyAccounts: { userId: string; displayName: string; userPrincipalName: string }[];
}

export interface CloudTenantOptions {
  /** Absent: the demonstration tenants. */
  tenants?: TenantProfile[];
  /** The MSP's own tenant: its staff signs in there, and its customers are all others. */
  staffTenant?: TenantProfile;
  /** Tenants that did not consent to the application yet. Those after the first have no delegated admin relationship. */
  prospects?: TenantProfile[];
}

export function simulatedTenant(directory: TenantDirectory): SimulatedTenant {
  const { id, name, displayName, domain, userCount } = directory.profile;
  const emergencyAccounts = directory.emergencyUserIds.map((userId) => {
    const names = userAt(directory, directory.indexOfUser(userId) ?? 0, ['displayName', 'userPrincipalName'], 0);
    return { userId, displayName: String(names.displayName), userPrincipalName: String(names.userPrincipalName) };
  });
  return { id, name, displayName, domain, userCount, emergencyAccounts };
}

/** Every tenant, by its place in the cloud. The staff's own has all others as customers. */
export function cloudTenants(options: CloudTenantOptions, seed: string) {
  const create = (profile: TenantProfile) => createTenantDirectory(seed, profile);
  const connected = (options.tenants ?? demoProfiles).map(create);
  const staff = options.staffTenant ? create(options.staffTenant) : null;
  const prospects = (options.prospects ?? []).map(create);
  const customer = ({ tenantId, profile }: TenantDirectory, delegatedAdmin: boolean) => {
    return { tenantId, displayName: profile.displayName, domain: profile.domain, delegatedAdmin };
  };
  staff?.customers.push(
    ...connected.map((directory) => customer(directory, true)),
    ...prospects.map((directory, position) => customer(directory, position === 0)),
  );
  return { connected, staff, prospects, directories: [...connected, ...(staff ? [staff] : []), ...prospects] };
}

export function tenantFinder(directories: TenantDirectory[]): (nameOrId: string) => TenantDirectory | null {
  const byName = new Map<string, TenantDirectory>();
  for (const directory of directories) {
    const { id, domain, parkedDomains } = directory.profile;
    for (const name of [id, domain, directory.initialDomain, ...parkedDomains])
      byName.set(name.toLowerCase(), directory);
  }
  return (nameOrId) => byName.get(nameOrId.toLowerCase()) ?? null;
}

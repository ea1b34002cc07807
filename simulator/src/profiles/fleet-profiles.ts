import { hash32, keyOfText } from '../counter-hash.ts';
import { loadTenantProfile, type TenantProfile } from '../tenant-profile.ts';
import { demoProfiles } from './demo-profiles.ts';

export interface Fleet {
  tenants: number;
  /** In each of them. */
  users: number;
}

const mostTenants = 20_000;

/** `500x40`: 500 tenants of 40 users. @throws RangeError where it is anything else */
export function parseFleet(text: string): Fleet {
  const [, tenants, users] = /^(\d{1,6})x(\d{1,7})$/.exec(text.trim()) ?? [];
  const fleet = { tenants: Number(tenants), users: Number(users) };
  if (!(fleet.tenants >= 1 && fleet.tenants <= mostTenants && fleet.users >= 1)) {
    throw new RangeError(
      `A fleet is TENANTSxUSERS, such as 500x40, with at most ${mostTenants} tenants, not '${text}'`,
    );
  }
  return fleet;
}

/** Many small tenants. The seed says which of the four postures each has; a larger fleet begins with the smaller one. */
export function fleetProfiles({ tenants, users }: Fleet, seed = 'tenantry'): TenantProfile[] {
  const key = keyOfText(`${seed}/fleet`);
  return Array.from({ length: tenants }, (_, index) => {
    const base = demoProfiles[hash32(key, index, 1) % demoProfiles.length];
    if (base === undefined) throw new Error('There is no profile to make a fleet of');
    return loadTenantProfile(base, users, index + 1, 'fleet');
  });
}

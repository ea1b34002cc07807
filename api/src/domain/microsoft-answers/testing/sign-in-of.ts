import type { Witness } from '@tenantry/contract/witness';

/** A usual sign-in of the account. */
export const signInOf = (id: string): Witness => ({
  user: { id, name: id, isUsual: true, guest: null, guestTenant: null, groups: [], roles: [] },
  target: { kind: 'application', id: 'a1', name: 'Exchange Online' },
  client: 'browser',
  platform: 'windows',
  place: { address: null, country: null, locations: [] },
  device: { trust: null, isCompliant: null, attributes: {} },
  signInRisk: 'none',
  userRisk: 'none',
  insiderRisk: 'none',
  flow: 'none',
});

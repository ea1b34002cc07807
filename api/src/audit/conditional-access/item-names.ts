import type { Affected } from '@tenantry/contract/verdicts';
import { factOf } from '../check.ts';
import type { Facts } from '../facts.ts';
import { textAt } from '../json-reader.ts';
import { roleName } from '../privileged-roles.ts';

export const guestNames: Record<string, string> = {
  internalguest: 'internal guests',
  b2bcollaborationguest: 'guests (B2B collaboration)',
  b2bcollaborationmember: 'external members (B2B)',
  b2bdirectconnectuser: 'B2B direct connect users',
  otherexternaluser: 'other external users',
  serviceprovider: 'service provider users',
};

function accountName(id: string, facts: Facts): string {
  const accounts = [...(factOf(facts, 'users')?.accounts ?? []), ...(factOf(facts, 'roles')?.accounts ?? [])];
  const account = accounts.find((candidate) => candidate.id.toLowerCase() === id);
  return account === undefined ? id : (account.upn ?? account.name);
}

function groupName(id: string, facts: Facts): string {
  return factOf(facts, 'groups')?.named.find((group) => group.id.toLowerCase() === id)?.name ?? id;
}

function locationName(id: string, facts: Facts): string {
  if (id === 'alltrusted') return 'all trusted locations';
  const found = factOf(facts, 'namedLocations')?.find((location) => textAt(location, 'id')?.toLowerCase() === id);
  return `location ${found === undefined ? id : (textAt(found, 'displayName') ?? id)}`;
}

function split(item: string): [kind: string, id: string] {
  const at = item.indexOf(':');
  return [item.slice(0, at), item.slice(at + 1)];
}

/** What a person calls an item of a sign-in. */
export function itemName(item: string, facts: Facts): string {
  const [kind, id] = split(item);
  if (kind === 'user') return `account ${accountName(id, facts)}`;
  if (kind === 'group') return `group ${groupName(id, facts)}`;
  if (kind === 'role') return `role ${roleName(id)}`;
  if (kind === 'guest') return guestNames[id] ?? `external users (${id})`;
  if (kind === 'app') return `application ${id}`;
  if (kind === 'location') return locationName(id, facts);
  if (kind === 'platform') return `devices with ${id}`;
  if (kind === 'device') return `devices that match "${id}"`;
  return id === '' ? kind : `${kind} ${id}`;
}

export function itemAffected(item: string, facts: Facts): Affected | null {
  const [kind, id] = split(item);
  if (kind === 'user') return { type: 'user', id, name: accountName(id, facts) };
  if (kind === 'group') return { type: 'group', id, name: groupName(id, facts) };
  if (kind === 'role') return { type: 'role', id, name: roleName(id) };
  return kind === 'app' ? { type: 'application', id, name: id } : null;
}

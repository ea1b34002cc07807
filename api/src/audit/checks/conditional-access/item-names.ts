import type { Affected } from '@tenantry/contract/verdicts';
import type { CappedList } from '../../facts/account-facts.ts';
import { type Facts, factOf } from '../../facts/facts.ts';
import { textAt } from '../../facts/json-reader.ts';
import { countOf } from '../../facts/sentence-parts.ts';
import { withAgentWords } from '../../microsoft/directory-object-types.ts';
import { roleName } from '../../microsoft/privileged-roles.ts';
import { perFacts } from './per-facts.ts';

/** At most this many accounts of a group stand in a sentence; the affected objects name them all. */
const accountsNamed = 3;

export const guestNames: Record<string, string> = {
  internalguest: 'internal guests',
  b2bcollaborationguest: 'guests (B2B collaboration)',
  b2bcollaborationmember: 'external members (B2B)',
  b2bdirectconnectuser: 'B2B direct connect users',
  otherexternaluser: 'other external users',
  serviceprovider: 'service provider users',
};

export const clientNames: Record<string, string> = {
  browser: 'browsers',
  mobileappsanddesktopclients: 'mobile apps and desktop clients',
  exchangeactivesync: 'Exchange ActiveSync clients',
  other: 'other clients with legacy authentication',
};
const deviceStateNames: Record<string, string> = { compliant: 'compliant', domainjoined: 'hybrid-joined' };
const riskNames: Record<string, string> = {
  userrisk: 'user risk',
  signinrisk: 'sign-in risk',
  insiderrisk: 'insider risk',
};

function guestName(id: string): string {
  const [type = '', tenant] = id.split('@');
  const name = guestNames[type] ?? `external users (${type})`;
  return tenant === undefined ? name : `${name} of organization ${tenant}`;
}

/** Accounts by their ids in lower case. */
const accountNames = perFacts((facts): ReadonlyMap<string, string> => {
  const users = factOf(facts, 'users');
  // Not everybody in a group that a policy excludes is asked for.
  const members = (factOf(facts, 'excludedGroups') ?? []).flatMap((group) => group.members?.listed ?? []);
  const accounts = [
    ...(users?.accounts ?? []),
    ...(factOf(facts, 'roles')?.accounts ?? []),
    ...(users?.examples ?? []),
  ];
  const all: [string, string][] = [
    ...accounts.map((one): [string, string] => [one.id.toLowerCase(), ofAgent(one.upn ?? one.name, one)]),
    ...members.map((one): [string, string] => [one.id.toLowerCase(), ofAgent(one.name, one)]),
  ];
  // The first that knows an account names it.
  return new Map(all.reverse());
});

export const accountName = (id: string, facts: Facts): string => accountNames(facts).get(id) ?? id;

const ofAgent = (name: string, { agent }: { agent?: true | undefined }): string =>
  withAgentWords(name, agent && 'agentUser');

export function groupName(id: string, facts: Facts): string {
  return factOf(facts, 'groups')?.named.find((group) => group.id.toLowerCase() === id)?.name ?? id;
}

export function membersOfGroup(id: string, facts: Facts): CappedList | null {
  return factOf(facts, 'excludedGroups')?.find((group) => group.id === id)?.members ?? null;
}

/** The group with its accounts, as far as they are known: who is left out, not only which group. */
function groupWithMembers(id: string, facts: Facts): string {
  const members = membersOfGroup(id, facts);
  const name = `group ${groupName(id, facts)}`;
  if (members === null) return name;
  if (members.count === 0) return `${name} (no accounts)`;
  // Graph promises no order of members: the same names at each scan.
  const accounts = members.listed
    .map((account) => ofAgent(account.name, account))
    .sort()
    .slice(0, accountsNamed);
  const more = members.count - accounts.length;
  return `${name} (${countOf(members.count, 'account')}: ${accounts.join(', ')}${more > 0 ? ` and ${more} more` : ''})`;
}

export function locationName(id: string, facts: Facts): string {
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
  if (kind === 'group') return groupWithMembers(id, facts);
  if (kind === 'role') return `role ${roleName(id)}`;
  if (kind === 'guest') return guestName(id);
  if (kind === 'app') return `application ${id}`;
  if (kind === 'location') return locationName(id, facts);
  if (kind === 'platform') return `devices with ${id}`;
  if (kind === 'device') return `devices that match "${id}"`;
  if (kind === 'otherdevice') return `devices that do not match "${id}"`;
  if (kind === 'devicestate') return `${deviceStateNames[id] ?? id} devices`;
  if (kind === 'otherdevicestate') return `devices that are not ${deviceStateNames[id] ?? id}`;
  if (kind in riskNames) return id === 'hidden' ? 'sign-ins of unknown risk' : `${riskNames[kind]} ${id}`;
  if (kind === 'client') return clientNames[id] ?? id;
  return id === '' ? kind : `${kind} ${id}`;
}

/** The objects that an item is: of a group also its accounts, as far as they are known. */
export function itemAffected(item: string, facts: Facts): Affected[] {
  const [kind, id] = split(item);
  if (kind === 'user') return [{ type: 'user', id, name: accountName(id, facts) }];
  if (kind === 'group') {
    const accounts = membersOfGroup(id, facts)?.listed ?? [];
    return [
      { type: 'group', id, name: groupName(id, facts) },
      ...accounts.map(
        (account): Affected => ({
          type: 'user',
          id: account.id.toLowerCase(),
          name: ofAgent(account.name, account),
          through: [id],
        }),
      ),
    ];
  }
  if (kind === 'role') return [{ type: 'role', id, name: roleName(id) }];
  return kind === 'app' ? [{ type: 'application', id, name: id }] : [];
}

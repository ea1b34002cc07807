import type { DatasetName } from '../../facts/datasets.ts';
import { type Facts, factOf } from '../../facts/facts.ts';
import type { JsonObject } from '../../facts/json-reader.ts';
import { hasServicePlan } from '../../facts/licenses.ts';
import { holders, mayHaveMore } from '../../facts/role-holders.ts';

/** What the directory rules out. Where a part of it was not read, everything stays possible. */
export type DirectoryKnowledge = {
  /** Whether the account (lower-case id) is no guest and from nowhere else, is one of these, or may be either. */
  kindOf(account: string): 'member' | 'external' | null;
  /** Whether the account may hold the role (lower-case template id), active or eligible. */
  mayHold(account: string, role: string): boolean;
  namedLocations: readonly JsonObject[] | undefined;
  /** What a named location that could not be read is taken for. */
  unknownLocationsAreTrusted: boolean;
  /** Whether Microsoft tells the tenant's policies of risks: without Entra ID P2 it does not. Null: not known. */
  seesRisks: boolean | null;
};

/** @param assumed what counts as ruled out besides: all that cannot be known for want of these datasets */
export function directoryKnowledge(facts: Facts, assumed: readonly DatasetName[] = []): DirectoryKnowledge {
  const kinds = new Map(
    (factOf(facts, 'users')?.accounts ?? []).map(({ id, guest }) => [id.toLowerCase(), guest] as const),
  );
  const holdersOf = new Map<string, ReadonlySet<string> | null>();
  const known = (role: string): ReadonlySet<string> | null => {
    const found = holdersOf.has(role) ? holdersOf.get(role) : knownHolders(facts, role);
    holdersOf.set(role, found ?? null);
    return found ?? null;
  };
  return {
    kindOf(account) {
      const guest = kinds.get(account) ?? null;
      if (guest !== null) return guest ? 'external' : 'member';
      return assumed.includes('users') ? 'member' : null;
    },
    mayHold: (account, role) => known(role)?.has(account) ?? !assumed.includes('roles'),
    namedLocations: factOf(facts, 'namedLocations'),
    unknownLocationsAreTrusted: assumed.includes('namedLocations'),
    seesRisks: hasServicePlan(facts, 'AAD_PREMIUM_P2'),
  };
}

/** Everybody who holds a role or can activate it; null where there may be more. */
function knownHolders(facts: Facts, role: string): ReadonlySet<string> | null {
  const roles = factOf(facts, 'roles');
  const isRole = (id: string): boolean => id.toLowerCase() === role;
  if (roles === undefined || roles.eligibility === 'asGiven' || mayHaveMore(roles, isRole) !== null) return null;
  return new Set(holders(facts, roles, isRole).map(({ id }) => id.toLowerCase()));
}
